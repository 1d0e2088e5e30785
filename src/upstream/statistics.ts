// What is known of each source by how its asks ended: how often, how fast, how it does, and what failed last.
import { createCounts } from './counts.ts'
import type { FailureKind } from './errors.ts'
import type { Outcome } from './source.ts'
import { askedAt, type FailureNote, readCounted, recentOf, type Tally, textOf } from './tally.ts'

/** How the asks of one source ended, also before the service was last started. */
export interface SourceFigures {
  /** Without those that a breaker refused. */
  readonly asks: number
  readonly good: number
  /** Asks that a breaker refused: nobody was asked. */
  readonly refused: number
  /** When it was last asked, or would have been but for a breaker (epoch milliseconds). */
  readonly askedAt: number
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
  /**
   * Takes up what earlier statistics, or those of another replica, gave as a text, in the place of what was taken up before: it happened
   * before all that was heard here and is not kept yet. What cannot be read is as good as nothing.
   */
  takeUp(text: string): void
  /**
   * What `text` gives now is about to be kept: what is heard from now on comes after it. Gives what is to be told, before this is called
   * again, whether it was kept; undefined when nothing was heard since what is kept.
   */
  handOver(): ((isKept: boolean) => void) | undefined
}

/** An error is news for so long (contract: health rule). */
const newsMs = 5 * 60_000

/** Makes empty statistics; `now` is in epoch milliseconds. The figures of `lasting` sources stay, whatever others are asked. */
export function createStatistics(now: () => number, lasting: Iterable<string> = []): Statistics {
  const ours = new Set(lasting)
  const make = () => createCounts(now, ours)
  let all = make()
  /** What of it is not kept yet, and what of that is on its way. */
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
    health: (source) => healthOf(of(source), now()),
    text: () => textOf(all.counted()),
    takeUp(text) {
      all = make()
      for (const counted of [readCounted(text, now()), leaving.counted(), fresh.counted()]) all.add(counted)
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
