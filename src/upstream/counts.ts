// What is counted of sources, and the latest failures: bounded, and two of it can be made one.
import { LRUCache } from 'lru-cache'
import type { Failure, Outcome } from './source.ts'
import { askedAt, type Counted, emptyTally, type FailureNote, joined, latestOf, type Tally } from './tally.ts'

export interface Counts {
  /** Counts one ask of a source. */
  heard(source: string, outcome: Outcome<unknown>): void
  /** Undefined when nothing was counted of it. */
  peek(source: string): Tally | undefined
  /** Those asked latest last. */
  sources(): string[]
  /** The newest last. */
  failures(): readonly FailureNote[]
  /** Adds what was counted elsewhere. What is counted here already goes before it. */
  add(counted: Counted): void
  /** All of it. */
  counted(): Counted
}

/** Requests may name any channel; of those what was not asked for longest goes first. */
const mostOthers = 3_000
/** Nor does one of them, or a list that is no more, stay for ever because there are few. */
const othersForMs = 7 * 24 * 60 * 60_000
const mostFailures = 1_000

/** Makes empty ones; `now` is in epoch milliseconds. The figures of `lasting` sources stay, whatever others are asked. */
export function createCounts(now: () => number, lasting: ReadonlySet<string>): Counts {
  const tallies = createTallies(now, lasting)
  const latest: FailureNote[] = []

  const note = (source: string, tally: Tally, failure: Failure) => {
    tally.lastFailure = { source, kind: failure.kind, detail: failure.detail, at: now() }
    tally.kinds[failure.kind] = (tally.kinds[failure.kind] ?? 0) + 1
    latest.push(tally.lastFailure)
    if (latest.length > mostFailures) latest.shift()
  }

  return {
    heard(source, outcome) {
      const tally = tallies.at(source)
      if (outcome.state === 'failed' && outcome.failure.kind === 'open') {
        tally.refused += 1
        tally.refusedSince += 1
      } else countMade(tally, outcome, now())
      // What came only in part, or from another upstream than the first, came; but its source has something to mend.
      for (const failure of failuresOf(outcome)) note(source, tally, failure)
    },
    peek: tallies.peek,
    sources: tallies.sources,
    failures: () => latest,
    add(counted) {
      for (const [source, tally] of counted.tallies) tallies.add(source, tally)
      const recent = counted.failures.filter(({ at }) => now() - at < othersForMs)
      const all = [...latest, ...recent].toSorted((one, other) => one.at - other.at)
      latest.splice(0, latest.length, ...all.slice(-mostFailures))
    },
    counted: () => ({
      tallies: tallies.sources().flatMap((source) => pairOf(source, tallies.peek(source))),
      failures: [...latest],
    }),
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
    /** Adds what was counted elsewhere, unless it is too long ago. */
    add(source: string, more: Tally): void {
      const tally = joined(peek(source) ?? emptyTally(), more)
      const start = askedAt(tally)
      if (lasting.has(source)) ours.set(source, tally)
      else if (now() - start < othersForMs) others.set(source, tally, { start })
    },
  }
}

/** Counts an ask that no breaker refused. */
function countMade(tally: Tally, { state, tookMs }: Outcome<unknown>, now: number): void {
  const isGood = state !== 'failed'
  tally.asks += 1
  tally.refusedSince = 0
  tally.recent = latestOf(tally.recent, isGood)
  if (tookMs !== undefined) {
    tally.tookMs += tookMs
    tally.timed += 1
  }
  if (isGood) {
    tally.good += 1
    tally.lastGoodAt = now
  }
}

function failuresOf(outcome: Outcome<unknown>): Failure[] {
  const bypassed = outcome.state === 'failed' ? undefined : outcome.bypassed
  return [outcome.failure, bypassed].filter((failure) => failure !== undefined)
}

function pairOf<Value>(source: string, value: Value | undefined): [string, Value][] {
  return value ? [[source, value]] : []
}
