// Word search: debounced, and only the last response counts.
import { describe, expect, it, vi } from 'vitest'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import { ApiError, type RequestOptions } from '../api-client.ts'
import { createWordSearch, maxListsAtOnce } from './word-search.ts'

interface Asked {
  readonly q: string | null
  readonly path: string
  readonly signal: AbortSignal | undefined
  readonly answer: (answer: object) => void
  readonly refuse: (error: unknown) => void
}

function answerOf(total: number, missing: readonly string[] = ['x', 'y']): FindAnswer {
  return { apiVersion: '1.0', timestamp: 1, count: 0, total, searched: 3, lists: 5, missing: [...missing], results: [] }
}

/** A result without stories. */
function resultOf(typed: string, answer: FindAnswer) {
  return { typed, answer, stories: [], unasked: answer.missing }
}

/** A search with a server and a clock controlled by the test; `stories` answers at once. */
function setUp(stories = () => Promise.resolve<unknown>({ stories: [] })) {
  const asked: Asked[] = []
  const waiting = new Set<() => void>()
  const json = vi.fn((path: string, { signal }: RequestOptions = {}): Promise<unknown> => {
    if (path.startsWith('/api/v1/trends?')) return stories()
    return new Promise((answer, refuse) => {
      asked.push({ q: new URLSearchParams(path.split('?')[1]).get('q'), path, signal, answer, refuse })
    })
  })
  const search = createWordSearch({
    // The page trusts the server with the type of an answer.
    json: vi.fn().mockImplementation(json),
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
    expect(search.state.value).toEqual({ isLoading: false, found: resultOf('纸鹤', answerOf(7)) })
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
    expect(search.state.value).toEqual({ isLoading: true })
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

describe('the stories', () => {
  it('come with the answer', async () => {
    const story = { id: 'crane' }
    const { search, rest, settle, at } = setUp(async () => ({ stories: [story] }))
    search.type('一')
    rest()
    at(0).answer(answerOf(1))
    await settle()
    expect(search.state.value.found?.stories).toEqual([story])
  })

  it('that cannot be loaded leave the answer without stories', async () => {
    const { search, rest, settle, at } = setUp(() => Promise.reject(new ApiError('busy', 'later')))
    search.type('一')
    rest()
    at(0).answer(answerOf(1))
    await settle()
    expect(search.state.value).toEqual({ isLoading: false, found: resultOf('一', answerOf(1)) })
  })
})

describe('looking in the others too', () => {
  const many = Array.from({ length: maxListsAtOnce + 5 }, (_, at) => `list${at}`)

  async function found(missing: readonly string[]) {
    const made = setUp()
    made.search.type('一')
    made.rest()
    made.at(0).answer(answerOf(1, missing))
    await made.settle()
    return made
  }

  it('asks a bounded number of lists, some at a time, says how many, and searches again', async () => {
    const { search, asked, settle, at } = await found(many)
    search.askFurther()
    for (const done of [0, 20, 40]) {
      expect(search.state.value.asking).toEqual({ done, total: maxListsAtOnce })
      const { path, answer } = asked.at(-1) ?? expect.fail('nothing was asked')
      expect(path).toBe(`/api/v1/batch?limit=1&sources=${many.slice(done, done + 20).join()}`)
      answer({})
      await settle()
    }
    expect(asked).toHaveLength(5)
    at(4).answer(answerOf(9, many.slice(50)))
    await settle()
    const rest = many.slice(maxListsAtOnce)
    expect(search.state.value).toMatchObject({ isLoading: false, found: { typed: '一', unasked: rest } })
    expect(search.state.value.asking).toBeUndefined()
  })

  it('does not ask a list again that did not answer', async () => {
    const { search, settle, at } = await found(['x', 'y'])
    search.askFurther()
    at(1).answer({})
    await settle()
    at(2).answer(answerOf(1, ['y']))
    await settle()
    expect(search.state.value.found).toMatchObject({ unasked: [], answer: { missing: ['y'] } })
  })

  it('ends when the user types on, and tells a refusal', async () => {
    const { search, settle, at } = await found(['x'])
    search.askFurther()
    search.type('一二')
    expect([at(1).signal?.aborted, search.state.value.asking]).toEqual([true, undefined])
    search.askFurther()
    at(2).refuse(new ApiError('rate', 'too often', 4))
    await settle()
    expect(search.state.value).toMatchObject({ isLoading: false, error: { kind: 'rate' } })
  })
})
