// The cache state of a response made of lists: how much is cached, how old it is, and how long the response may be reused.
import type { Marks, VersionStamp } from '../upstream/cache/versions.ts'
import type { ListAnswer } from './lists.ts'

export interface ResponseFreshness {
  /** Cache versions that the response depends on; absent when it must not be reused. */
  readonly stamp: VersionStamp | undefined
  /** How much of the response came from the cache: all, some or none. */
  readonly cache: 'hit' | 'partial' | 'miss'
  /** Age of the oldest cached list in milliseconds; 0 when none was cached. */
  readonly ageMs: number
}

/** The state of a response for which no list is asked. */
export const noAsk = {
  stamp: undefined,
  cache: 'hit',
  ageMs: 0,
} as const satisfies ResponseFreshness

/** The cache state of a response at `now` (epoch milliseconds). `marks` come from its lists; a disabled list adds none. */
export function responseFreshness(answers: readonly ListAnswer[], marks: Marks, now: number): ResponseFreshness {
  const asked = new Set(answers.flatMap(({ list }) => (list.isEnabled ? [list.id] : [])))
  const received = answers.flatMap(({ at, isCached }) => (at ? [{ at: at.getTime(), isCached }] : []))
  const cached = received.filter(({ isCached }) => isCached)
  const stamp = marks.stamp(asked.size)
  if (cached.length === 0) return { stamp, cache: 'miss', ageMs: 0 }
  const ageMs = cached.reduce((age, { at }) => Math.max(age, now - at), 0)
  return { stamp, cache: cached.length === received.length ? 'hit' : 'partial', ageMs }
}
