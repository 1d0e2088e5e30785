// The order of links and results in an answer: total and deterministic.

import type { LinkHealth } from '../../store/archive/types.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import type { Match, Relevance } from './match.ts'
import { compare, type MergedLink } from './merge.ts'

const dayMs = 86_400_000

/** Rounds to days, so that the number of sources decides within a day; unknown times sort last. */
function day(at: number | undefined): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Math.floor(at / dayMs)
}

const relevanceOrder: Readonly<Record<Relevance, number>> = { title: 1, text: 0 }

/** How known link health affects the order. */
export interface HealthOrder {
  /** The state of the share with this key; undefined if unknown. */
  stateOf(key: string): LinkHealth['state'] | undefined
  /** Whether dead links sort last. */
  readonly areDeadLast: boolean
}

/** Ignores health. */
export const ignoreHealth: HealthOrder = { stateOf: () => undefined, areDeadLast: false }

/** Sorts links in the contract's order: dead last (if `areDeadLast`), relevance, day, number of sources, health, time, key. */
export function rankLinks(
  entries: readonly MergedLink[],
  { stateOf, areDeadLast }: HealthOrder = ignoreHealth,
): MergedLink[] {
  const states = new Map(entries.map(({ share: { key } }) => [key, stateOf(key)]))
  const isDead = ({ share }: MergedLink) => Number(areDeadLast && states.get(share.key) === 'bad')
  const healthRank = ({ share }: MergedLink) => healthOrder[states.get(share.key) ?? 'unknown']
  return entries.toSorted(
    (a, b) =>
      isDead(a) - isDead(b) ||
      relevanceOrder[b.relevance] - relevanceOrder[a.relevance] ||
      later(day(a.at), day(b.at)) ||
      b.sources.length - a.sources.length ||
      healthRank(b) - healthRank(a) ||
      later(a.at ?? 0, b.at ?? 0) ||
      compare(a.share.key, b.share.key),
  )
}

const healthOrder = { ok: 1, unknown: 0, locked: 0, bad: -1 } as const

/** A result and the relevance of its best link. */
export interface RankedResult {
  readonly result: ParsedPost
  readonly matches: readonly Pick<Match, 'link'>[]
  readonly relevance: Relevance
}

/** Sorts results: those with only dead links last (if `areDeadLast`), relevance, time, source, id. */
export function rankResults<Ranked extends RankedResult>(
  results: readonly Ranked[],
  { stateOf, areDeadLast }: HealthOrder = ignoreHealth,
): Ranked[] {
  const isDead = ({ matches }: Ranked) => matches.every(({ link }) => stateOf(link.share.key) === 'bad')
  const sunk = new Set(areDeadLast ? results.filter(isDead) : [])
  return results.toSorted(
    (a, b) =>
      Number(sunk.has(a)) - Number(sunk.has(b)) ||
      relevanceOrder[b.relevance] - relevanceOrder[a.relevance] ||
      later(a.result.at ?? Number.NEGATIVE_INFINITY, b.result.at ?? Number.NEGATIVE_INFINITY) ||
      compare(a.result.source, b.result.source) ||
      compare(a.result.id, b.result.id),
  )
}

/** Compares times, later first; two unknown times are equal. */
function later(a: number, b: number): number {
  return a === b ? 0 : b - a
}
