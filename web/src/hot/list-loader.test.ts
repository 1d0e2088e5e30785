// List loader: batches, slow lists one by one, and refreshes.
import { describe, expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/page-data.ts'
import { ApiError, type RequestOptions } from '../api-client.ts'
import { createBatchLoader } from './batch-loader.ts'
import { LastSeen } from './last-seen.ts'
import { ListLoader } from './list-loader.ts'
import { createListStates } from './list-state.ts'

const item = { id: '1', title: 'one', url: 'https://a.test/1', rank: 1 }

/** A signal that never aborts. */
const stays = new AbortController().signal

function result(id: string, more: object = {}) {
  const state = { count: 1, cached: true, stale: false, updatedAt: 5 }
  return { id, name: id, success: true, data: [item], ...state, ...more }
}

interface Script {
  /** Responses by path prefix; other requests stay pending. */
  readonly answers?: Readonly<Record<string, () => unknown>>
}

function setUp({ answers = {} }: Script) {
  const { now } = createScriptedTimers()
  const cells = createListStates()
  const asked: string[] = []
  const wants: (RequestOptions | undefined)[] = []
  const api = {
    async json<Answer>(path: string, want?: RequestOptions): Promise<Answer> {
      asked.push(path)
      wants.push(want)
      const [, answer] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? []
      return answer ? (answer() as Answer) : new Promise((_, reject) => want?.signal?.addEventListener('abort', reject))
    },
  }
  const lists = new ListLoader({ api, lastSeen: new LastSeen(now), stateOf: cells })
  return { lists, cellOf: cells, asked, wants }
}

describe('lists that came near', () => {
  it('are asked for together', async () => {
    const answer = { timestamp: 9, results: [result('a'), result('b')] }
    const { lists, cellOf, asked } = setUp({ answers: { '/api/v1/batch': () => answer } })
    await lists.load(['a', 'b'], stays)
    expect(asked).toEqual(['/api/v1/batch?sources=a,b&limit=50'])
    expect(cellOf('a').shown.value?.data).toEqual([item])
    expect([cellOf('a').isLoading.value, cellOf('b').isLoading.value]).toEqual([false, false])
  })

  it('do not ask the reader who he is', async () => {
    const { lists, wants } = setUp({ answers: { '/api/v1/batch': () => ({ timestamp: 9, results: [] }) } })
    await lists.load(['a'], stays)
    expect(wants.map((want) => want?.isBackground)).toEqual([true])
  })

  it('are given up, with nothing to complain of, when nobody looks any more', async () => {
    const { lists, cellOf } = setUp({})
    const leaving = new AbortController()
    const loaded = lists.load(['a'], leaving.signal)
    expect(cellOf('a').isLoading.value).toBe(true)
    leaving.abort()
    await loaded
    expect([cellOf('a').isLoading.value, cellOf('a').error.value]).toEqual([false, undefined])
  })

  it('say why nothing came, until something does', async () => {
    const script = { error: true }
    const answer = () => {
      if (script.error) throw new ApiError('rate', 'slowly', 3)
      return { timestamp: 9, results: [result('a')] }
    }
    const { lists, cellOf } = setUp({ answers: { '/api/v1/batch': answer } })
    await lists.load(['a'], stays)
    expect(cellOf('a').error.value).toMatchObject({ kind: 'rate', retryAfterS: 3 })
    script.error = false
    await lists.load(['a'], stays)
    expect(cellOf('a').error.value).toBeUndefined()
    expect(cellOf('a').shown.value?.data).toEqual([item])
  })
})

describe('a list its reader wants anew', () => {
  it('is shown though he is busy with it', async () => {
    const answer = { timestamp: 9, ...result('a', { cached: false, updatedAt: 8 }) }
    const { lists, cellOf } = setUp({ answers: { '/api/v1/sources/a?force=1': () => answer } })
    lists.apply('a', result('a'))
    cellOf('a').hold(true)
    expect(await lists.refresh('a')).toBe('new')
    expect(cellOf('a').shown.value?.updatedAt).toBe(8)
  })

  it('is told to be what was kept when it was asked for a moment ago', async () => {
    const { lists } = setUp({ answers: { '/api/v1/sources/a': () => ({ timestamp: 9, ...result('a') }) } })
    expect(await lists.refresh('a')).toBe('cached')
  })

  it('is told to have failed when its site gave nothing new', async () => {
    const error = { kind: 'network', message: 'refused' }
    const answer = { timestamp: 9, ...result('a', { cached: false, stale: true, error }) }
    const batch = { timestamp: 9, results: [result('b'), answer] }
    const { lists } = setUp({ answers: { '/api/v1/sources/a': () => answer, '/api/v1/batch': () => batch } })
    expect(await lists.refresh('a')).toBe('failed')
    expect(await lists.refreshAll(['a', 'b'])).toBe('failed')
  })

  it('stays as it was when the asking is refused', async () => {
    const refuse = () => {
      throw new ApiError('rate', 'slowly', 3)
    }
    const { lists, cellOf } = setUp({ answers: { '/api/v1/batch': refuse } })
    lists.apply('a', result('a'))
    expect(await lists.refreshAll(['a'])).toMatchObject({ kind: 'rate', retryAfterS: 3 })
    expect(cellOf('a').shown.value?.data).toEqual([item])
  })
})

describe('gathering what came near', () => {
  function gathering(isNeeded: (id: string) => boolean = () => true) {
    const { timers, pass } = createScriptedTimers()
    const loads: (readonly string[])[] = []
    const want = createBatchLoader({ timers, isNeeded, load: (ids) => loads.push(ids) })
    return { want, loads, pass }
  }

  it('waits a moment for others, and asks for at most 20 at once', async () => {
    const { want, loads, pass } = gathering()
    for (let at = 0; at < 25; at++) want(`list${at}`)
    want('list3')
    await pass(49)
    expect(loads).toHaveLength(0)
    await pass(1)
    expect(loads.map((ids) => ids.length)).toEqual([20, 5])
    expect(new Set(loads.flat()).size).toBe(25)
  })

  it('passes over what is not near any more', async () => {
    const near = new Set(['b'])
    const { want, loads, pass } = gathering((id) => near.has(id))
    want('a')
    want('b')
    await pass(50)
    expect(loads).toEqual([['b']])
  })
})
