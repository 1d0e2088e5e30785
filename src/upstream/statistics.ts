// Statistics per source: number of asks, response times, health, and the latest failure.
import { createCounts } from './counts.ts'
import type { FailureKind } from './errors.ts'
import type { Outcome } from './source.ts'
import { askedAt, type FailureNote, readCounted, recentOf, type Tally, textOf } from './tally.ts'

/** How the asks of one source ended, including those before the latest restart. */
export interface SourceFigures {
  /** Without asks that a breaker rejected. */
  readonly asks: number
  readonly good: number
  /** Asks that a breaker rejected without asking the upstream. */
  readonly refused: number
  /** When it was last asked, or rejected by a breaker (epoch milliseconds). */
  readonly askedAt: number
  /** Mean time on the wire, in milliseconds; 0 if none was measured. */
  readonly meanMs: number
  /** Epoch milliseconds. */
  readonly lastGoodAt?: number | undefined
  readonly lastFailure?: FailureNote | undefined
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>
  /** Number of good asks among the latest ten. */
  readonly recent: { readonly asks: number; readonly good: number }
}

export type Health = 'healthy' | 'degraded' | 'unhealthy' | 'unknown'

export interface Statistics {
  /** Records how one ask of a source ended. */
  heard(source: string, outcome: Outcome<unknown>): void
  /** Undefined if it was never asked. */
  of(source: string): SourceFigures | undefined
  /** Every source that was asked. */
  all(): ReadonlyMap<string, SourceFigures>
  /** The latest failures, newest first. */
  failures(): readonly FailureNote[]
  health(source: string): Health
  /** Serialises the statistics, for `takeUp`. */
  text(): string
  /**
   * Loads serialised statistics of an earlier process or another replica. They replace those loaded before, and count
   * as older than everything recorded here that is not saved yet. Unreadable text counts as empty.
   */
  takeUp(text: string): void
  /**
   * Starts a save of what `text` returns now; later records belong to the next save. Returns the function to be called
   * with its result, before this is called again; undefined if nothing changed since the last save.
   */
  handOver(): ((isKept: boolean) => void) | undefined
}

/** How long a failure affects the health (contract: health rule). */
const newsMs = 5 * 60_000

/** Creates empty statistics; `epochMs` is in epoch milliseconds. Counters of `lasting` sources are never evicted. */
export function createStatistics(epochMs: () => number, lasting: Iterable<string> = []): Statistics {
  const ours = new Set(lasting)
  const make = () => createCounts(epochMs, ours)
  let all = make()
  /** Records that are not saved yet, and those that are being saved. */
  let fresh = make()
  let leaving = make()
  let isAnyNew = false
  const of = (source: string) => figuresOf(all.peek(source))

  return {
    heard(source, outcome) {
      isAnyNew = true
      all.heard(source, outcome)
      fresh.heard(source, outcome)
    },
    of,
    all: () => new Map(all.sources().flatMap((source) => pairOf(source, of(source)))),
    failures: () => all.failures().toReversed(),
    health: (source) => healthOf(of(source), epochMs()),
    text: () => textOf(all.counted()),
    takeUp(text) {
      all = make()
      for (const counted of [readCounted(text, epochMs()), leaving.counted(), fresh.counted()]) all.add(counted)
    },
    handOver() {
      if (!isAnyNew) return undefined
      isAnyNew = false
      leaving = fresh
      fresh = make()
      return (isKept) => {
        const left = leaving
        leaving = make()
        if (isKept) return
        left.add(fresh.counted())
        fresh = left
        isAnyNew = true
      }
    },
  }
}

function pairOf<Value>(source: string, value: Value | undefined): [string, Value][] {
  return value ? [[source, value]] : []
}

function figuresOf(tally: Tally | undefined): SourceFigures | undefined {
  if (!tally) return undefined
  const { asks, good, refused, tookMs, timed, lastGoodAt, lastFailure, kinds } = tally
  const recent = recentOf(tally)
  return {
    ...{ asks, good, refused, askedAt: askedAt(tally) },
    meanMs: timed === 0 ? 0 : tookMs / timed,
    lastGoodAt,
    lastFailure,
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
