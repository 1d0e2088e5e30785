// Counters per source and the latest failures; bounded in size, and two sets can be merged.
import { LRUCache } from 'lru-cache'
import type { Failure, Outcome } from './source.ts'
import { askedAt, type Counted, emptyTally, type FailureNote, joined, latestOf, type Tally } from './tally.ts'

export interface Counts {
  /** Counts one ask of a source. */
  heard(source: string, outcome: Outcome<unknown>): void
  /** Undefined if nothing was counted for the source. */
  peek(source: string): Tally | undefined
  /** In the order of their latest ask, newest last. */
  sources(): string[]
  /** Newest last. */
  failures(): readonly FailureNote[]
  /** Adds counters from elsewhere. The local ones count as newer. */
  add(counted: Counted): void
  /** A snapshot of all counters. */
  counted(): Counted
}

/**
 * Maximum number of sources without a permanent entry: requests may name any channel. The least recently asked ones are
 * evicted.
 */
const mostOthers = 3_000
/** Time after which such a source is forgotten, so that a removed list does not stay for ever. */
const othersForMs = 7 * 24 * 60 * 60_000
const mostFailures = 1_000

/** Creates empty counters; `epochMs` is in epoch milliseconds. Counters of `lasting` sources are never evicted. */
export function createCounts(epochMs: () => number, lasting: ReadonlySet<string>): Counts {
  const tallies = createTallies(epochMs, lasting)
  const latest: FailureNote[] = []

  const note = (source: string, tally: Tally, failure: Failure) => {
    tally.lastFailure = { source, kind: failure.kind, detail: failure.detail, at: epochMs() }
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
      } else countMade(tally, outcome, epochMs())
      // A partial answer, or one from a fallback upstream, counts as good, but its failure is recorded too.
      for (const failure of failuresOf(outcome)) note(source, tally, failure)
    },
    peek: tallies.peek,
    sources: tallies.sources,
    failures: () => latest,
    add(counted) {
      for (const [source, tally] of counted.tallies) tallies.add(source, tally)
      const recent = counted.failures.filter(({ at }) => epochMs() - at < othersForMs)
      const all = [...latest, ...recent].toSorted((one, other) => one.at - other.at)
      latest.splice(0, latest.length, ...all.slice(-mostFailures))
    },
    counted: () => ({
      tallies: tallies.sources().flatMap((source) => pairOf(source, tallies.peek(source))),
      failures: [...latest],
    }),
  }
}

/** Creates the table of counters: unbounded for `lasting` sources, bounded by number and age for all others. */
function createTallies(epochMs: () => number, lasting: ReadonlySet<string>) {
  const ours = new Map<string, Tally>()
  const others = new LRUCache<string, Tally>({
    max: mostOthers,
    ttl: othersForMs,
    perf: { now: epochMs },
    ttlResolution: 0,
  })
  const peek = (source: string) => ours.get(source) ?? others.peek(source)
  return {
    peek,
    /** In the order of their latest ask, newest last. */
    sources: (): string[] => [...ours.keys(), ...others.rkeys()],
    /** The counters of a source that is being asked. */
    at(source: string): Tally {
      const table = lasting.has(source) ? ours : others
      const tally = table.get(source) ?? emptyTally()
      table.set(source, tally)
      return tally
    },
    /** Adds counters from elsewhere unless they are too old. */
    add(source: string, more: Tally): void {
      const tally = joined(peek(source) ?? emptyTally(), more)
      const start = askedAt(tally)
      if (lasting.has(source)) ours.set(source, tally)
      else if (epochMs() - start < othersForMs) others.set(source, tally, { start })
    },
  }
}

/** Counts an ask that reached the upstream, that is, one that no breaker rejected. */
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
