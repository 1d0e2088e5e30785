// What is known of each source by how its asks ended: how often, how fast, how it does, and what failed last.
import { LRUCache } from 'lru-cache'
import type { FailureKind } from './errors.ts'
import type { Failure, Outcome } from './source.ts'
import { askedAt, emptyTally, type FailureNote, joined, latestOf, readCounted, type Tally, textOf } from './tally.ts'

/** How the asks of one source ended, also before the service was last started. */
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
  /** All of it as a text, for `takeUp`. */
  text(): string
  /** Takes up what earlier statistics gave as a text: it happened before all that was heard here. What cannot be read is as good as nothing. */
  takeUp(text: string): void
}

/** Requests may name any channel; of those what was not asked for longest goes first. */
const mostOthers = 3_000
/** Nor does one of them, or a list that is no more, stay for ever because there are few. */
const othersForMs = 7 * 24 * 60 * 60_000
const mostFailures = 1_000
/** An error is news for so long (contract: health rule). */
const newsMs = 5 * 60_000

/** Makes empty statistics; `now` is in epoch milliseconds. The figures of `lasting` sources stay, whatever others are asked. */
export function createStatistics(now: () => number, lasting: Iterable<string> = []): Statistics {
  const tallies = createTallies(now, new Set(lasting))
  const latest: FailureNote[] = []

  const note = (source: string, tally: Tally, failure: Failure) => {
    tally.lastFailure = { source, ...failure, at: now() }
    tally.kinds[failure.kind] = (tally.kinds[failure.kind] ?? 0) + 1
    latest.push(tally.lastFailure)
    if (latest.length > mostFailures) latest.shift()
  }
  const of = (source: string) => figuresOf(tallies.peek(source))

  return {
    heard(source, outcome) {
      const tally = tallies.at(source)
      const isGood = outcome.state !== 'failed'
      tally.asks += 1
      tally.recent = latestOf(tally.recent, isGood)
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
    all: () => new Map(tallies.sources().flatMap((source) => pairOf(source, of(source)))),
    failures: () => latest.toReversed(),
    health: (source) => healthOf(of(source), now()),
    text: () => {
      const pairs = tallies.sources().flatMap((source) => pairOf(source, tallies.peek(source)))
      return textOf({ tallies: pairs, failures: latest })
    },
    takeUp(text) {
      const { tallies: pairs, failures } = readCounted(text, now())
      for (const [source, tally] of pairs) tallies.takeUp(source, tally)
      latest.unshift(...failures.filter(({ at }) => now() - at < othersForMs))
      latest.splice(0, latest.length - mostFailures)
    },
  }
}

/** Makes the table of what is counted: without bound for `lasting` sources, bounded in number and time for all others. */
function createTallies(now: () => number, lasting: ReadonlySet<string>) {
  const ours = new Map<string, Tally>()
  const others = new LRUCache<string, Tally>({ max: mostOthers, ttl: othersForMs, perf: { now }, ttlResolution: 0 })
  const peek = (source: string) => ours.get(source) ?? others.peek(source)
  return {
    peek,
    /** Those asked latest last. */
    sources: (): string[] => [...ours.keys(), ...others.rkeys()],
    /** What is counted of a source that is asked. */
    at(source: string): Tally {
      const table = lasting.has(source) ? ours : others
      const tally = table.get(source) ?? emptyTally()
      table.set(source, tally)
      return tally
    },
    /** Takes up what was counted earlier, unless it is too long ago. */
    takeUp(source: string, earlier: Tally): void {
      const tally = joined(earlier, peek(source) ?? emptyTally())
      const start = askedAt(tally)
      if (lasting.has(source)) ours.set(source, tally)
      else if (now() - start < othersForMs) others.set(source, tally, { start })
    },
  }
}

function failuresOf(outcome: Outcome<unknown>): Failure[] {
  const bypassed = outcome.state === 'failed' ? undefined : outcome.bypassed
  return [outcome.failure, bypassed].filter((failure) => failure !== undefined)
}

function pairOf<Value>(source: string, value: Value | undefined): [string, Value][] {
  return value ? [[source, value]] : []
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
