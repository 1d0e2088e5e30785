// List loader: batches and refreshes.
import { describe, expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/page-data.ts'
import { ApiError } from '../api-client.ts'
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

/** `answers`: by path prefix. */
function setUp(answers: Readonly<Record<string, () => unknown>> = {}) {
  const { now } = createScriptedTimers()
  const cells = createListStates()
  const asked: string[] = []
  const api = {
    async json<Answer>(path: string): Promise<Answer> {
      asked.push(path)
      const [, answer] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? []
      return answer?.() as Answer
    },
  }
  const lists = new ListLoader({ api, lastSeen: new LastSeen(now), stateOf: cells })
  return { lists, cellOf: cells, asked }
}

describe('lists that came near', () => {
  it('are asked for together', async () => {
    const answer = { timestamp: 9, results: [result('a'), result('b')] }
    const { lists, cellOf, asked } = setUp({ '/api/v1/batch': () => answer })
    await lists.load(['a', 'b'], stays)
    expect(asked).toEqual(['/api/v1/batch?sources=a,b&limit=50'])
    expect(cellOf('a').shown.value?.data).toEqual([item])
    expect([cellOf('a').isLoading.value, cellOf('b').isLoading.value]).toEqual([false, false])
  })
})

describe('a list its reader wants anew', () => {
  it('is shown though he is busy with it', async () => {
    const answer = { timestamp: 9, ...result('a', { cached: false, updatedAt: 8 }) }
    const { lists, cellOf } = setUp({ '/api/v1/sources/a?force=1': () => answer })
    lists.apply('a', result('a'))
    cellOf('a').hold(true)
    expect(await lists.refresh('a')).toBe('new')
    expect(cellOf('a').shown.value?.updatedAt).toBe(8)
  })

  it('is told to be what was kept when it was asked for a moment ago', async () => {
    const { lists } = setUp({ '/api/v1/sources/a': () => ({ timestamp: 9, ...result('a') }) })
    expect(await lists.refresh('a')).toBe('cached')
  })

  it('is told to have failed when its site gave nothing new', async () => {
    const error = { kind: 'network', message: 'refused' }
    const answer = { timestamp: 9, ...result('a', { cached: false, stale: true, error }) }
    const batch = { timestamp: 9, results: [result('b'), answer] }
    const { lists } = setUp({ '/api/v1/sources/a': () => answer, '/api/v1/batch': () => batch })
    expect(await lists.refresh('a')).toBe('failed')
    expect(await lists.refreshAll(['a', 'b'])).toBe('failed')
  })

  it('stays as it was when the asking is refused', async () => {
    const refuse = () => {
      throw new ApiError('rate', 'slowly', 3)
    }
    const { lists, cellOf } = setUp({ '/api/v1/batch': refuse })
    lists.apply('a', result('a'))
    expect(await lists.refreshAll(['a'])).toMatchObject({ kind: 'rate', retryAfterS: 3 })
    expect(cellOf('a').shown.value?.data).toEqual([item])
  })
})
