// The order of links and results in an answer: total and deterministic.

import type { KnownHealth } from './archive/sighting.ts'
import type { Match, Relevance } from './match.ts'
import { compare, type Entry } from './merge.ts'
import type { Result } from './result.ts'

const dayMs = 86_400_000

/** Rounds to days, so that the number of sources decides within a day; unknown times sort last. */
function day(at: number | undefined): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Math.floor(at / dayMs)
}

const worth: Readonly<Record<Relevance, number>> = { title: 1, text: 0 }

/** How known link health affects the order. */
export interface HealthOrder {
  /** The state of the share with this key; undefined if unknown. */
  stateOf(key: string): KnownHealth['state'] | undefined
  /** Whether dead links sort last. */
  readonly isSinking: boolean
}

/** Ignores health. */
export const anyHealth: HealthOrder = { stateOf: () => undefined, isSinking: false }

/** Sorts links in the contract's order: dead last (if `isSinking`), relevance, day, number of sources, health, time, key. */
export function rankEntries(entries: readonly Entry[], { stateOf, isSinking }: HealthOrder = anyHealth): Entry[] {
  const states = new Map(entries.map(({ share: { key } }) => [key, stateOf(key)]))
  const sunk = ({ share }: Entry) => Number(isSinking && states.get(share.key) === 'bad')
  const sound = ({ share }: Entry) => soundness[states.get(share.key) ?? 'unknown']
  return entries.toSorted(
    (a, b) =>
      sunk(a) - sunk(b) ||
      worth[b.relevance] - worth[a.relevance] ||
      later(day(a.at), day(b.at)) ||
      b.sources.length - a.sources.length ||
      sound(b) - sound(a) ||
      later(a.at ?? 0, b.at ?? 0) ||
      compare(a.share.key, b.share.key),
  )
}

const soundness = { ok: 1, unknown: 0, locked: 0, bad: -1 } as const

/** A result and the relevance of its best link. */
export interface RankedResult {
  readonly result: Result
  readonly matches: readonly Pick<Match, 'link'>[]
  readonly relevance: Relevance
}

/** Sorts results: those with only dead links last (if `isSinking`), relevance, time, source, id. */
export function rankResults<Ranked extends RankedResult>(
  results: readonly Ranked[],
  { stateOf, isSinking }: HealthOrder = anyHealth,
): Ranked[] {
  const isDead = ({ matches }: Ranked) => matches.every(({ link }) => stateOf(link.share.key) === 'bad')
  const sunk = new Set(isSinking ? results.filter(isDead) : [])
  return results.toSorted(
    (a, b) =>
      Number(sunk.has(a)) - Number(sunk.has(b)) ||
      worth[b.relevance] - worth[a.relevance] ||
      later(a.result.at ?? Number.NEGATIVE_INFINITY, b.result.at ?? Number.NEGATIVE_INFINITY) ||
      compare(a.result.source, b.result.source) ||
      compare(a.result.id, b.result.id),
  )
}

/** Compares times, later first; two unknown times are equal. */
function later(a: number, b: number): number {
  return a === b ? 0 : b - a
}
