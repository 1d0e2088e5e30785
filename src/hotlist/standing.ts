// How an answer made of lists stands: how much of it was kept, how old that is, and until when it may be told again.
import type { Marks, Stamp } from '../upstream/versions.ts'
import type { ListAnswer } from './lists.ts'

export interface Standing {
  /** What the answer rests on; absent when the same request asked again might be told otherwise. */
  readonly stamp: Stamp | undefined
  /** How much of it was kept from earlier asks: all, some or nothing. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest kept list in it, in milliseconds; 0 when nothing was kept. */
  readonly ageMs: number
}

/** What is told of the lists themselves lasts as long as the process. */
export const lasting = {
  stamp: { slots: [], sum: 0, until: Number.POSITIVE_INFINITY },
  cache: 'hit',
  ageMs: 0,
} as const satisfies Standing

/** How an answer of these lists stands at `now` (epoch milliseconds). `marks` are those that they left; a list that is off leaves none. */
export function standingOf(came: readonly ListAnswer[], marks: Marks, now: number): Standing {
  const asked = new Set(came.flatMap(({ list }) => (list.isEnabled ? [list.id] : [])))
  const given = came.flatMap(({ at, isCached }) => (at ? [{ at: at.getTime(), isCached }] : []))
  const kept = given.filter(({ isCached }) => isCached)
  const stamp = marks.stamp(asked.size)
  if (kept.length === 0) return { stamp, cache: 'miss', ageMs: 0 }
  const ageMs = kept.reduce((age, { at }) => Math.max(age, now - at), 0)
  return { stamp, cache: kept.length === given.length ? 'hit' : 'partial', ageMs }
}
