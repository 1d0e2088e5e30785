// Counters per source and the latest failures; bounded in size, and two sets can be merged.

import { LRUCache } from 'lru-cache'
import { ageMs, createForwardClock } from '../../async/ages.ts'
import type { Failure, Outcome } from '../source.ts'
import {
  appendRecent,
  type CountersSnapshot,
  countInHour,
  emptyTally,
  type FailureNote,
  lastAskedAt,
  mergeTallies,
  type SourceTally,
} from './source-tally.ts'

/** Maximum number of sources without a permanent entry: requests may name any channel. */
const maxOtherSources = 3_000
/** Time after which such a source is forgotten, so that a removed list does not stay for ever. */
const otherSourceTtlMs = 7 * 24 * 60 * 60_000
const maxFailures = 1_000

/** Creates empty counters; `epochMs` is in epoch milliseconds. Counters of `permanent` sources are never evicted. */
export function createSourceCounters(epochMs: () => number, permanent: ReadonlySet<string>) {
  const tallies = createTallies(epochMs, permanent)
  const latest: FailureNote[] = []

  const recordFailure = (source: string, tally: SourceTally, { kind, detail, reason }: Failure) => {
    tally.lastFailure = { source, kind, detail, reason, at: epochMs() }
    tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1
    latest.push(tally.lastFailure)
    if (latest.length > maxFailures) latest.shift()
  }

  return {
    /** Counts one ask of a source. */
    record(source: string, outcome: Outcome<unknown>): void {
      const tally = tallies.at(source)
      if (outcome.state === 'failed' && outcome.failure.kind === 'open') {
        tally.refused += 1
        tally.refusedSince += 1
      } else countAsk(tally, outcome, epochMs())
      // A partial answer, or one from a fallback upstream, counts as good, but its failure is recorded too.
      for (const failure of failuresOf(outcome)) recordFailure(source, tally, failure)
    },
    /** Undefined if nothing was counted for the source. */
    peek: tallies.peek,
    /** The counters of a source, to be changed. */
    at: tallies.at,
    /** In the order of their latest ask, newest last. */
    entries: tallies.entries,
    /** Newest last. */
    failures: (): readonly FailureNote[] => latest,
    /** Adds counters from elsewhere. The local ones count as newer. */
    add(counted: CountersSnapshot): void {
      for (const [source, tally] of counted.tallies) tallies.add(source, tally)
      const recent = counted.failures.filter(({ at }) => ageMs(epochMs(), at) < otherSourceTtlMs)
      const all = [...latest, ...recent].toSorted((one, other) => one.at - other.at)
      latest.splice(0, latest.length, ...all.slice(-maxFailures))
    },
    /** A snapshot of all counters. */
    snapshot: (): CountersSnapshot => ({ tallies: tallies.entries(), failures: [...latest] }),
  }
}

/** Creates the table of counters: unbounded for `permanent` sources, bounded by number and age for all others. */
function createTallies(epochMs: () => number, permanent: ReadonlySet<string>) {
  const permanentTallies = new Map<string, SourceTally>()
  const elapsedMs = createForwardClock(epochMs)
  const others = new LRUCache<string, SourceTally>({
    max: maxOtherSources,
    ttl: otherSourceTtlMs,
    perf: { now: elapsedMs },
    ttlResolution: 0,
  })
  const peek = (source: string) => permanentTallies.get(source) ?? others.peek(source)
  return {
    peek,
    /** In the order of their latest ask, newest last. */
    entries: (): [string, SourceTally][] => [...permanentTallies, ...[...others.entries()].reverse()],
    /** The counters of a source that is being asked. */
    at(source: string): SourceTally {
      const table = permanent.has(source) ? permanentTallies : others
      const tally = table.get(source) ?? emptyTally()
      table.set(source, tally)
      return tally
    },
    /** Adds counters from elsewhere unless they are too old. */
    add(source: string, more: SourceTally): void {
      const tally = mergeTallies(peek(source) ?? emptyTally(), more)
      const start = lastAskedAt(tally)
      if (permanent.has(source)) permanentTallies.set(source, tally)
      else if (ageMs(epochMs(), start) < otherSourceTtlMs)
        others.set(source, tally, { start: elapsedMs() - (epochMs() - start) })
    },
  }
}

/** Counts an ask that reached the upstream, that is, one that no breaker rejected. */
function countAsk(tally: SourceTally, { state, tookMs }: Outcome<unknown>, now: number): void {
  const isGood = state !== 'failed'
  tally.asks += 1
  tally.refusedSince = 0
  tally.recent = appendRecent(tally.recent, isGood)
  tally.hours = countInHour(tally.hours, now, isGood)
  if (tookMs !== undefined) {
    tally.tookMs += tookMs
    tally.timed += 1
  }
  if (isGood) {
    tally.good += 1
    tally.lastGoodAt = now
    tally.failingSince = undefined
  } else tally.failingSince ??= now
}

function failuresOf(outcome: Outcome<unknown>): Failure[] {
  const skippedUpstream = outcome.state === 'failed' ? undefined : outcome.skippedUpstream
  return [outcome.failure, skippedUpstream].filter((failure) => failure !== undefined)
}
