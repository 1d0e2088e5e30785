// The cache state of a response made of lists: how much is cached, how old it is, and how long the response may be reused.
import type { Marks, Stamp } from '../upstream/versions.ts'
import type { ListAnswer } from './lists.ts'

export interface Standing {
  /** Cache versions that the response depends on; absent when it must not be reused. */
  readonly stamp: Stamp | undefined
  /** How much of the response came from the cache: all, some or none. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest cached list in milliseconds; 0 when none was cached. */
  readonly ageMs: number
}

/** Responses with list metadata do not change while the process runs. */
export const lasting = {
  stamp: { slots: [], sum: 0, until: Number.POSITIVE_INFINITY },
  cache: 'hit',
  ageMs: 0,
} as const satisfies Standing

/** The cache state of a response at `now` (epoch milliseconds). `marks` come from its lists; a disabled list adds none. */
export function standingOf(came: readonly ListAnswer[], marks: Marks, now: number): Standing {
  const asked = new Set(came.flatMap(({ list }) => (list.isEnabled ? [list.id] : [])))
  const given = came.flatMap(({ at, isCached }) => (at ? [{ at: at.getTime(), isCached }] : []))
  const kept = given.filter(({ isCached }) => isCached)
  const stamp = marks.stamp(asked.size)
  if (kept.length === 0) return { stamp, cache: 'miss', ageMs: 0 }
  const ageMs = kept.reduce((age, { at }) => Math.max(age, now - at), 0)
  return { stamp, cache: kept.length === given.length ? 'hit' : 'partial', ageMs }
}
