// Warnings about sources with answers cached by an earlier process.
import { expect, it } from 'vitest'
import { buildMeta, cacheAge, failureWarnings, pendingWarnings } from './response-meta.ts'

const limits = { deadlineMs: 8_000, earlyMs: 4_000 }
const at = new Date('2026-11-20T10:00:00Z')
const older = new Date('2026-11-20T09:00:00Z')

it('a source that serves what was left is still being asked, and the oldest of them is named', () => {
  const came = [
    { source: 'a', outcome: { state: 'stale', items: [], at } },
    { source: 'b', outcome: { state: 'stale', items: [], at: older } },
    { source: 'c', outcome: { state: 'cached', items: [], at: older } },
  ] as const
  expect(buildMeta(came)).toEqual({ complete: false, sources: { asked: 3, answered: 1, failed: 0, pending: 2 } })
  const [warning, ...others] = pendingWarnings(came, limits)
  expect(warning).toMatchObject({ kind: 'kept_answers', detail: expect.stringContaining('2 of 3 sources') })
  expect(warning?.detail).toContain('at 2026-11-20T09:00:00.000Z or later')
  expect(others).toEqual([])
})

it('a source that failed is named with why, and with the time of the older answer in its place', () => {
  const failure = { kind: 'timeout', detail: 'no answer' } as const
  const came = [{ source: 'a', outcome: { state: 'stale', items: [], at, failure } }] as const
  expect(buildMeta(came)).toEqual({ complete: true, sources: { asked: 1, answered: 0, failed: 1, pending: 0 } })
  expect(pendingWarnings(came, limits)).toEqual([])
  const reason = { code: 'timeout', answer_at: at.getTime() }
  const detail = 'timeout: no answer; using its answer of 2026-11-20T10:00:00.000Z'
  expect(failureWarnings(came)).toEqual([{ kind: 'source_failed', source: 'a', detail, reason }])
  const failed = [{ source: 'a', outcome: { state: 'failed', failure } }] as const
  expect(failureWarnings(failed)).toEqual([{ kind: 'source_failed', source: 'a', detail: 'timeout: no answer' }])
})

it('the age of an answer is that of its oldest part, and one for which somebody was asked does not come from the cache alone', () => {
  const failure = { kind: 'timeout', detail: 'no answer' } as const
  const kept = { source: 'a', outcome: { state: 'cached', items: [], at } } as const
  const now = at.getTime() + 1_000
  expect(cacheAge([kept], now)).toEqual({ cache: 'hit', ageMs: 1_000 })
  expect(cacheAge([kept, { source: 'b', outcome: { ...kept.outcome, at: older } }], now).ageMs).toBe(3_601_000)
  expect(cacheAge([{ source: 'a', outcome: { state: 'fresh', items: [], at } }], now)).toEqual({
    cache: 'miss',
    ageMs: 0,
  })
  expect(cacheAge([kept, { source: 'b', outcome: { state: 'failed', failure, tookMs: 4_000 } }], now).cache).toBe(
    'partial',
  )
  // Nobody was asked: the breaker is open, or the failure is known.
  expect(cacheAge([kept, { source: 'b', outcome: { state: 'failed', failure } }], now).cache).toBe('hit')
})
