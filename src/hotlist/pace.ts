// The refresh schedule: a list is due after its interval, backs off while it fails, and due times are jittered.
import type { Old } from '../upstream/kept.ts'
import type { Ended } from '../upstream/others.ts'
import type { Failure } from '../upstream/source.ts'

/** The fields of a list that the schedule needs. */
interface Paced {
  readonly id: string
  /** Seconds. */
  readonly interval: number
}

export interface Pace {
  /** Records the end of an ask, made here or by another replica. */
  heard(list: Paced, ended: Ended): void
  /** Adopts a cached list that is newer than the state known here, as stored by another replica: clears an earlier failure. */
  takeUp(list: Paced, kept: Pick<Old<unknown>, 'at' | 'failure'>): void
  /** Records that a list cached by an earlier process is served and fresh until then (epoch ms). Ignored once the list has a state. */
  served(list: Paced, freshUntil: number): void
  /**
   * The failure whose back-off is still running, although the cached list is stale or missing; undefined when the list may be
   * requested. Without a cached list the back-off is short at first.
   */
  pauseOf(list: Paced, hasOld: boolean): Failure | undefined
  /** When the back-off of a failed list ends, in epoch milliseconds; a time in the past when there is none. */
  pauseEndsAt(list: Paced, hasOld: boolean): number
  /** When the next attempt is due after a failed or partial ask (epoch milliseconds, not before now); undefined after a good one. */
  retryAt(list: Paced, hasOld: boolean): number | undefined
  /** When the last ask ended, if it failed. */
  failedAt(list: Paced): number | undefined
  /** The failure of the last ask. */
  failureOf(list: Paced): Failure | undefined
  /** Whether the last ask failed. */
  isFailing(list: Paced): boolean
  /** When the background refresh is due, in epoch milliseconds; undefined when the list was neither requested nor served. */
  dueAt(list: Paced): number | undefined
}

interface State {
  /** Time of the first consecutive failure; undefined after a good ask. */
  readonly failingSince: number | undefined
  readonly failure: Failure | undefined
  readonly endedAt: number
  readonly dueAt: number
}

/** Bounds of the back-off: the minimum plus the time the list has been failing, up to the maximum. */
interface Bounds {
  readonly leastMs: number
  readonly mostMs: number
}

const longestPauseMs = 30 * 60_000
/** Equals the minimum interval of forced refreshes. */
const shortestPauseMs = 10_000
/** Without a cached list, a recovered list is served within a minute. */
const longestForNothingMs = 60_000
/** Fraction added at random, so that lists requested together are not refreshed together. */
const jitter = 0.1

/** Creates an empty schedule; `epochMs` returns epoch milliseconds, `random` a number from 0 up to 1. */
export function createPace(epochMs: () => number, random: () => number): Pace {
  const states = new Map<string, State>()
  const pauseEndsAt = (list: Paced, hasOld: boolean): number => {
    const state = states.get(list.id)
    if (state?.failingSince === undefined) return 0
    return untilRetry(state, state.endedAt + pauseMs(state, hasOld ? patience(list) : impatience(list)))
  }
  const end = (list: Paced, state: Omit<State, 'dueAt'>) => {
    const waitMs = state.failingSince === undefined ? list.interval * 1000 : pauseMs(state, patience(list))
    states.set(list.id, { ...state, dueAt: untilRetry(state, state.endedAt + waitMs * (1 + random() * jitter)) })
  }
  return {
    pauseEndsAt,
    heard(list, { state, failure }) {
      const failingSince = state === 'failed' ? (states.get(list.id)?.failingSince ?? epochMs()) : undefined
      end(list, { failingSince, failure, endedAt: epochMs() })
    },
    takeUp(list, { at, failure }) {
      const endedAt = at.getTime()
      const state = states.get(list.id)
      if (state && state.endedAt < endedAt) end(list, { failingSince: undefined, failure, endedAt })
    },
    served(list, freshUntil) {
      if (states.has(list.id)) return
      const dueAt = freshUntil + list.interval * 1000 * random() * jitter
      states.set(list.id, { failingSince: undefined, failure: undefined, endedAt: epochMs(), dueAt })
    },
    pauseOf(list, hasOld) {
      return epochMs() < pauseEndsAt(list, hasOld) ? states.get(list.id)?.failure : undefined
    },
    retryAt(list, hasOld) {
      const state = states.get(list.id)
      if (!state?.failure) return undefined
      const { failingSince, failure, endedAt } = state
      const dueAt = failingSince === undefined ? endedAt + list.interval * 1000 : pauseEndsAt(list, hasOld)
      return Math.max(failure.retryAt ?? dueAt, epochMs())
    },
    failedAt({ id }) {
      const state = states.get(id)
      return state?.failingSince === undefined ? undefined : state.endedAt
    },
    failureOf: ({ id }) => states.get(id)?.failure,
    isFailing: ({ id }) => states.get(id)?.failingSince !== undefined,
    dueAt: ({ id }) => states.get(id)?.dueAt,
  }
}

/** Not later than the time at which the host's circuit breaker admits requests again. */
function untilRetry({ failure }: Pick<State, 'failure'>, at: number): number {
  return Math.min(at, failure?.retryAt ?? at)
}

/** With a cached list to serve, the back-off is at least one interval. */
function patience({ interval }: Paced): Bounds {
  const leastMs = interval * 1000
  return { leastMs, mostMs: Math.max(leastMs, longestPauseMs) }
}

function impatience({ interval }: Paced): Bounds {
  return { leastMs: shortestPauseMs, mostMs: Math.min(longestForNothingMs, interval * 1000) }
}

/** Grows with time, not with the number of failures, so that repeated forced refreshes do not lengthen the wait for others. */
function pauseMs({ failingSince, endedAt }: Omit<State, 'dueAt'>, { leastMs, mostMs }: Bounds): number {
  return Math.min(leastMs + endedAt - (failingSince ?? endedAt), mostMs)
}
