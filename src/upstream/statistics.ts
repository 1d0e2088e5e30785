// What is known of each source by how its asks ended: how often, how fast, how it does, and what failed last.
import { LRUCache } from 'lru-cache'
import type { FailureKind } from './errors.ts'
import type { Failure, Outcome } from './source.ts'

/** A failure, and when (epoch milliseconds). */
export interface FailureNote extends Failure {
  readonly source: string
  readonly at: number
}

/** How the asks of one source ended, since the service started. */
export interface SourceFigures {
  readonly asks: number
  readonly good: number
  /** Mean time on the wire, in milliseconds; 0 when none was. */
  readonly meanMs: number
  /** Epoch milliseconds. */
  readonly lastGoodAt?: number
  readonly lastFailure?: FailureNote
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>
  /** Of the last ten asks, how many were good. */
  readonly recent: { readonly asks: number; readonly good: number }
}

export type Health = 'healthy' | 'degraded' | 'unhealthy' | 'unknown'

export interface Statistics {
  /** Hears how one ask of a source ended. */
  heard(source: string, outcome: Outcome<unknown>): void
  /** Undefined when it was never asked. */
  of(source: string): SourceFigures | undefined
  /** Every source that was asked. */
  all(): ReadonlyMap<string, SourceFigures>
  /** The latest failures, newest first. */
  failures(): readonly FailureNote[]
  health(source: string): Health
}

/** Requests may name any channel; of those what was not asked for longest goes first. */
const mostOthers = 3_000
const mostFailures = 1_000
const recentAsks = 10
/** An error is news for so long (contract: health rule). */
const newsMs = 5 * 60_000

interface Tally {
  asks: number
  good: number
  tookMs: number
  timed: number
  lastGoodAt: number | undefined
  lastFailure: FailureNote | undefined
  readonly kinds: Partial<Record<FailureKind, number>>
  recent: boolean[]
}

/** Makes empty statistics; `now` is in epoch milliseconds. The figures of `lasting` sources stay, whatever others are asked. */
export function createStatistics(now: () => number, lasting: Iterable<string> = []): Statistics {
  const isLasting = new Set(lasting)
  const ours = new Map<string, Tally>()
  const others = new LRUCache<string, Tally>({ max: mostOthers })
  const latest: FailureNote[] = []

  const tallyOf = (source: string): Tally => {
    const tallies = isLasting.has(source) ? ours : others
    const tally = tallies.get(source) ?? emptyTally()
    tallies.set(source, tally)
    return tally
  }
  const note = (source: string, tally: Tally, failure: Failure) => {
    tally.lastFailure = { source, ...failure, at: now() }
    tally.kinds[failure.kind] = (tally.kinds[failure.kind] ?? 0) + 1
    latest.push(tally.lastFailure)
    if (latest.length > mostFailures) latest.shift()
  }
  const of = (source: string) => figuresOf(ours.get(source) ?? others.peek(source))

  return {
    heard(source, outcome) {
      const tally = tallyOf(source)
      const isGood = outcome.state !== 'failed'
      tally.asks += 1
      tally.recent = [...tally.recent, isGood].slice(-recentAsks)
      if (outcome.tookMs !== undefined) {
        tally.tookMs += outcome.tookMs
        tally.timed += 1
      }
      if (isGood) {
        tally.good += 1
        tally.lastGoodAt = now()
      }
      // What came only in part, or from another upstream than the first, came; but its source has something to mend.
      for (const failure of failuresOf(outcome)) note(source, tally, failure)
    },
    of,
    all: () => new Map([...ours.keys(), ...others.keys()].flatMap((source) => pairOf(source, of(source)))),
    failures: () => latest.toReversed(),
    health: (source) => healthOf(of(source), now()),
  }
}

function emptyTally(): Tally {
  return { asks: 0, good: 0, tookMs: 0, timed: 0, lastGoodAt: undefined, lastFailure: undefined, kinds: {}, recent: [] }
}

function failuresOf(outcome: Outcome<unknown>): Failure[] {
  const bypassed = outcome.state === 'failed' ? undefined : outcome.bypassed
  return [outcome.failure, bypassed].filter((failure) => failure !== undefined)
}

function pairOf(source: string, figures: SourceFigures | undefined): [string, SourceFigures][] {
  return figures ? [[source, figures]] : []
}

function figuresOf(tally: Tally | undefined): SourceFigures | undefined {
  if (!tally) return undefined
  const { asks, good, tookMs, timed, lastGoodAt, lastFailure, kinds, recent } = tally
  return {
    asks,
    good,
    meanMs: timed === 0 ? 0 : tookMs / timed,
    ...(lastGoodAt === undefined ? {} : { lastGoodAt }),
    ...(lastFailure === undefined ? {} : { lastFailure }),
    failures: { ...kinds },
    recent: { asks: recent.length, good: recent.filter(Boolean).length },
  }
}

function healthOf(figures: SourceFigures | undefined, now: number): Health {
  if (!figures) return 'unknown'
  const share = figures.recent.good / figures.recent.asks
  if (share < 0.5) return 'unhealthy'
  const isNews = figures.lastFailure !== undefined && now - figures.lastFailure.at < newsMs
  return share < 0.8 || isNews ? 'degraded' : 'healthy'
}
