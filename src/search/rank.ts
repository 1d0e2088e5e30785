// The order of an answer: total and repeatable, the same for the same data.

import type { Relevance } from './match.ts'
import { compare, type Entry } from './merge.ts'
import type { Result } from './result.ts'

const dayMs = 86_400_000

/** Fresher days first. Whole days, so that within one day it counts how many sources carry a link; unknown times last. */
function day(at: number | undefined): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Math.floor(at / dayMs)
}

const worth: Readonly<Record<Relevance, number>> = { title: 1, text: 0 }

/** Links in the contract's order: relevance, freshness, how many sources carry it, then by key. */
export function rankEntries(entries: readonly Entry[]): Entry[] {
  return entries.toSorted(
    (a, b) =>
      worth[b.relevance] - worth[a.relevance] ||
      later(day(a.at), day(b.at)) ||
      b.carriedBy - a.carriedBy ||
      later(a.at ?? 0, b.at ?? 0) ||
      compare(a.share.key, b.share.key),
  )
}

/** A result and how well its best link answers. */
export interface RankedResult {
  readonly result: Result
  readonly relevance: Relevance
}

/** Results in the same order: relevance, then time, then source and id. */
export function rankResults<Ranked extends RankedResult>(results: readonly Ranked[]): Ranked[] {
  return results.toSorted(
    (a, b) =>
      worth[b.relevance] - worth[a.relevance] ||
      later(a.result.at ?? Number.NEGATIVE_INFINITY, b.result.at ?? Number.NEGATIVE_INFINITY) ||
      compare(a.result.source, b.result.source) ||
      compare(a.result.id, b.result.id),
  )
}

/** Later first; two that are both unknown are equal. */
function later(a: number, b: number): number {
  return a === b ? 0 : b - a
}
