// When each list may be asked again: not before its interval is over, later and later while it fails, and not all at the same time.
import type { Failure, Outcome } from '../upstream/source.ts'

/** A list, as far as its pace is concerned. */
interface Paced {
  readonly id: string
  /** Seconds. */
  readonly interval: number
}

export interface Pace {
  /** Hears how an ask of a list ended. */
  heard(list: Paced, outcome: Outcome<unknown>): void
  /**
   * Why the list is not to be asked now although what is kept of it is old, or nothing is: it failed, and its pause is not over.
   * Undefined when it may be asked. Without anything to serve the pause is short at first.
   */
  pauseOf(list: Paced, hasOld: boolean): Failure | undefined
  /** The failure that the last ask ended with. */
  failureOf(list: Paced): Failure | undefined
  /** When to ask it again although nobody waits for it, in epoch milliseconds; undefined when it was never asked. */
  dueAt(list: Paced): number | undefined
}

interface State {
  failures: number
  failure: Failure | undefined
  endedAt: number
  dueAt: number
}

/** A list that fails is asked at least this often as long as somebody wants it, unless its interval is longer. */
const longestPauseMs = 60 * 60_000
/** As often as somebody may force it. */
const shortestPauseMs = 10_000
/** Lists that were asked together do not come back together. */
const jitter = 0.1

/** Makes the pace of lists none of which was asked yet; `now` is in epoch milliseconds, `random` from 0 up to 1. */
export function createPace(now: () => number, random: () => number): Pace {
  const states = new Map<string, State>()
  return {
    heard({ id, interval }, outcome) {
      const failures = outcome.state === 'failed' ? (states.get(id)?.failures ?? 0) + 1 : 0
      const waitMs = failures === 0 ? interval * 1000 : pauseMs(interval, failures)
      states.set(id, {
        failures,
        failure: outcome.failure,
        endedAt: now(),
        dueAt: now() + waitMs * (1 + random() * jitter),
      })
    },
    pauseOf({ id, interval }, hasOld) {
      const state = states.get(id)
      if (!state || state.failures === 0) return undefined
      const waitMs = hasOld ? pauseMs(interval, state.failures) : impatientMs(interval, state.failures)
      return now() < state.endedAt + waitMs ? state.failure : undefined
    },
    failureOf: ({ id }) => states.get(id)?.failure,
    dueAt: ({ id }) => states.get(id)?.dueAt,
  }
}

/** The interval, then twice, four times it …, an hour at the most. */
function pauseMs(interval: number, failures: number): number {
  const intervalMs = interval * 1000
  return Math.min(intervalMs * 2 ** (failures - 1), Math.max(intervalMs, longestPauseMs))
}

/** Ten seconds, twenty, forty …, the interval at the most: who has nothing to look at is served soon after an upstream is back. */
function impatientMs(interval: number, failures: number): number {
  return Math.min(shortestPauseMs * 2 ** (failures - 1), interval * 1000)
}
