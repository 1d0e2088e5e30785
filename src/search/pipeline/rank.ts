// The order of links and results in an answer: total and deterministic.
import type { LinkHealth } from '../../store/archive/types.ts'
import type { Relevance } from './match.ts'
import { compare, type MergedLink } from './merge.ts'
import type { MatchedPost } from './source-results.ts'

const dayMs = 86_400_000

// Sorts after every known time. Finite, so that the difference of two unknown times is zero.
const unknownTime = -Number.MAX_VALUE

/** Rounds to days, so that the number of sources decides within a day; unknown times sort last. */
function day(at = unknownTime): number {
  return Math.floor(at / dayMs)
}

const relevanceOrder: Readonly<Record<Relevance, number>> = { title: 1, text: 0 }

/** The state of the share with this key; undefined if it is unknown or ignored. */
export type StateOf = (key: string) => LinkHealth['state'] | undefined

/** Sorts links in the contract's order: dead last, relevance, day, number of sources, health, time, key. */
export function rankLinks(entries: readonly MergedLink[], stateOf: StateOf): MergedLink[] {
  // Computed once for each entry, because each is compared about a dozen times.
  const ranked = entries.map((entry) => {
    const state: keyof typeof healthOrder = stateOf(entry.share.key) ?? 'unknown'
    return { entry, day: day(entry.at), state }
  })
  ranked.sort(
    (a, b) =>
      Number(a.state === 'bad') - Number(b.state === 'bad') ||
      relevanceOrder[b.entry.relevance] - relevanceOrder[a.entry.relevance] ||
      b.day - a.day ||
      b.entry.sources.length - a.entry.sources.length ||
      healthOrder[b.state] - healthOrder[a.state] ||
      (b.entry.at ?? 0) - (a.entry.at ?? 0) ||
      compare(a.entry.share.key, b.entry.share.key),
  )
  return ranked.map(({ entry }) => entry)
}

const healthOrder = { ok: 1, unknown: 0, locked: 0, bad: -1 } as const

/** Sorts results: those with only dead links last, relevance, time, source, id. */
export function rankResults(results: readonly MatchedPost[], stateOf: StateOf): MatchedPost[] {
  const sunk = new Set(results.filter(({ matches }) => matches.every(({ link }) => stateOf(link.share.key) === 'bad')))
  return results.toSorted(
    (a, b) =>
      Number(sunk.has(a)) - Number(sunk.has(b)) ||
      relevanceOrder[b.relevance] - relevanceOrder[a.relevance] ||
      (b.result.at ?? unknownTime) - (a.result.at ?? unknownTime) ||
      compare(a.result.source, b.result.source) ||
      compare(a.result.id, b.result.id),
  )
}
