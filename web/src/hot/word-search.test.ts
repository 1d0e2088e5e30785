// Word search: debounced, and only the last response counts.
import { describe, expect, it } from 'vitest'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import { ApiError } from '../api-client.ts'
import { createWordSearch } from './word-search.ts'

interface Asked {
  readonly q: string | null
  readonly path: string
  readonly signal: AbortSignal | undefined
  readonly answer: (answer: FindAnswer) => void
  readonly refuse: (error: unknown) => void
}

function answerOf(total: number): FindAnswer {
  return { apiVersion: '1.0', timestamp: 1, count: 0, total, searched: 3, lists: 5, results: [] }
}

/** A search with a server and a clock controlled by the test. */
function setUp() {
  const asked: Asked[] = []
  const waiting = new Set<() => void>()
  const search = createWordSearch({
    request: (path, { signal }) =>
      new Promise((answer, refuse) => {
        asked.push({ q: new URLSearchParams(path.split('?')[1]).get('q'), path, signal, answer, refuse })
      }),
    timers: {
      after(_, run) {
        waiting.add(run)
        return () => waiting.delete(run)
      },
    },
  })
  const rest = () => {
    const due = [...waiting]
    waiting.clear()
    for (const run of due) run()
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { search, asked, rest, settle, at: (place: number) => asked[place] ?? expect.fail('nothing was asked') }
}

describe('looking for a word', () => {
  it('asks once for what was typed when the typing rests', () => {
    const { search, asked, rest } = setUp()
    for (const typed of ['纸', '纸鹤', '纸鹤 & 归来 ']) search.type(typed)
    expect(asked).toHaveLength(0)
    expect(search.state.value.isLoading).toBe(true)
    rest()
    expect(asked.map(({ q }) => q)).toEqual(['纸鹤 & 归来'])
    expect(asked[0]?.path).toMatch(/^\/api\/v1\/find\?.*limit=100/)
  })

  it('shows the answer with what it answers', async () => {
    const { search, rest, settle, at } = setUp()
    search.type('纸鹤')
    rest()
    at(0).answer(answerOf(7))
    await settle()
    expect(search.state.value).toEqual({ isLoading: false, found: { typed: '纸鹤', answer: answerOf(7) } })
  })

  it('gives up what was asked for earlier, and its answer does not count', async () => {
    const { search, rest, settle, at } = setUp()
    search.type('一')
    rest()
    search.type('二')
    expect(at(0).signal?.aborted).toBe(true)
    rest()
    at(1).answer(answerOf(2))
    await settle()
    at(0).answer(answerOf(1))
    await settle()
    expect(search.state.value.found).toMatchObject({ typed: '二', answer: { total: 2 } })
  })

  it('keeps the earlier answer in sight while the next one is on its way', async () => {
    const { search, rest, settle, at } = setUp()
    search.type('一')
    rest()
    at(0).answer(answerOf(1))
    await settle()
    search.type('一二')
    expect(search.state.value).toMatchObject({ isLoading: true, found: { typed: '一' } })
  })

  it('an empty box asks for nothing and shows nothing', async () => {
    const { search, asked, rest, settle, at } = setUp()
    search.type('一')
    rest()
    search.type('  ')
    rest()
    search.searchNow()
    at(0).answer(answerOf(1))
    await settle()
    expect(asked).toHaveLength(1)
    expect(search.state.value).toEqual({ isLoading: false })
  })

  it('blanks around it change nothing', () => {
    const { search, asked, rest } = setUp()
    search.type('一')
    rest()
    search.type(' 一 ')
    rest()
    expect(asked).toHaveLength(1)
  })

  it('does not wait for who presses Enter, and does not ask twice', () => {
    const { search, asked, rest } = setUp()
    search.type('一')
    search.searchNow()
    rest()
    expect(asked).toHaveLength(1)
  })

  it('a refusal is told, and goes when one tries again', async () => {
    const { search, rest, settle, at } = setUp()
    search.type('一')
    rest()
    at(0).refuse(new ApiError('rate', 'too often', 4))
    await settle()
    expect(search.state.value).toMatchObject({ isLoading: false, error: { kind: 'rate', retryAfterS: 4 } })
    search.searchNow()
    expect(search.state.value).toMatchObject({ isLoading: true, error: undefined })
    at(1).answer(answerOf(1))
    await settle()
    expect(search.state.value.found?.answer.total).toBe(1)
  })

  it('an answer that cannot be read is a fault of the service', async () => {
    const { search, rest, settle, at } = setUp()
    search.type('一')
    rest()
    at(0).refuse(new SyntaxError('no JSON'))
    await settle()
    expect(search.state.value.error).toMatchObject({ kind: 'serverError' })
  })

  it('who leaves gives up what is under way and what is to come', () => {
    const { search, asked, rest, at } = setUp()
    search.type('一')
    search.stop()
    rest()
    expect(asked).toHaveLength(0)
    search.searchNow()
    search.stop()
    expect(at(0).signal?.aborted).toBe(true)
  })
})
