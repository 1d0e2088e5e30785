// The order of an answer: total and repeatable, the same for the same data.

import type { KnownHealth } from './archive/sighting.ts'
import type { Match, Relevance } from './match.ts'
import { compare, type Entry } from './merge.ts'
import type { Result } from './result.ts'

const dayMs = 86_400_000

/** Fresher days first. Whole days, so that within one day it counts how many sources carry a link; unknown times last. */
function day(at: number | undefined): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Math.floor(at / dayMs)
}

const worth: Readonly<Record<Relevance, number>> = { title: 1, text: 0 }

/** How the order takes what is known of the health of shares. */
export interface HealthOrder {
  /** Of the share with this key; undefined when nothing is known. */
  stateOf(key: string): KnownHealth['state'] | undefined
  /** Do dead links come after all others? */
  readonly isSinking: boolean
}

/** For an order in which health plays no part. */
export const anyHealth: HealthOrder = { stateOf: () => undefined, isSinking: false }

/** Links in the contract's order: dead ones last where they sink; relevance, freshness, how many sources carry it, what is known to be there; then by time and key. */
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

/** A result and how well its best link answers. */
export interface RankedResult {
  readonly result: Result
  readonly matches: readonly Pick<Match, 'link'>[]
  readonly relevance: Relevance
}

/** Results in the same order: those of which every link is dead last where they sink; relevance, then time, then source and id. */
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

/** Later first; two that are both unknown are equal. */
function later(a: number, b: number): number {
  return a === b ? 0 : b - a
}
