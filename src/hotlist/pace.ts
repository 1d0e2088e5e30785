// When each list may be asked again: not before its interval is over, later and later while it fails, and not all at the same time.
import type { Old } from '../upstream/kept.ts'
import type { Ended } from '../upstream/others.ts'
import type { Failure } from '../upstream/source.ts'

/** A list, as far as its pace is concerned. */
interface Paced {
  readonly id: string
  /** Seconds. */
  readonly interval: number
}

export interface Pace {
  /** Hears how an ask of a list ended, whoever made it. */
  heard(list: Paced, ended: Ended): void
  /** Takes up what is kept of a list, if another replica got it after all that is known of the list here: a failure before it is over. */
  takeUp(list: Paced, kept: Pick<Old<unknown>, 'at' | 'failure'>): void
  /** What an earlier process kept of the list served, and is fresh until then (epoch milliseconds). No news of what was asked since. */
  served(list: Paced, freshUntil: number): void
  /**
   * Why the list is not to be asked now although what is kept of it is old, or nothing is: it failed, and its pause is not over.
   * Undefined when it may be asked. Without anything to serve the pause is short at first.
   */
  pauseOf(list: Paced, hasOld: boolean): Failure | undefined
  /** When the pause of a list that failed is over, in epoch milliseconds; a time that has passed when it has none. */
  pauseEndsAt(list: Paced, hasOld: boolean): number
  /** When the next try of a list is due whose last ask failed, or came in part (epoch milliseconds, not before now); undefined for any other. */
  retryAt(list: Paced, hasOld: boolean): number | undefined
  /** When the last ask of a list ended that failed; undefined when it did not. */
  failedAt(list: Paced): number | undefined
  /** The failure that the last ask ended with. */
  failureOf(list: Paced): Failure | undefined
  /** Did the last ask fail? */
  isFailing(list: Paced): boolean
  /** When to ask it again although nobody waits for it, in epoch milliseconds; undefined when it was neither asked nor served. */
  dueAt(list: Paced): number | undefined
}

interface State {
  /** When the first of the failures in a row was; undefined when the last ask was good. */
  readonly failingSince: number | undefined
  readonly failure: Failure | undefined
  readonly endedAt: number
  readonly dueAt: number
}

/** How long a list that fails is left alone: the least, and as long again as it has failed by now, up to the most. */
interface Bounds {
  readonly leastMs: number
  readonly mostMs: number
}

const longestPauseMs = 30 * 60_000
/** As often as somebody may force it. */
const shortestPauseMs = 10_000
/** Who has nothing to look at is served within a minute of a list's being back. */
const longestForNothingMs = 60_000
/** Lists that were asked together do not come back together. */
const jitter = 0.1

/** Makes the pace of lists none of which was asked yet; `now` is in epoch milliseconds, `random` from 0 up to 1. */
export function createPace(now: () => number, random: () => number): Pace {
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
      const failingSince = state === 'failed' ? (states.get(list.id)?.failingSince ?? now()) : undefined
      end(list, { failingSince, failure, endedAt: now() })
    },
    takeUp(list, { at, failure }) {
      const endedAt = at.getTime()
      const state = states.get(list.id)
      if (state && state.endedAt < endedAt) end(list, { failingSince: undefined, failure, endedAt })
    },
    served(list, freshUntil) {
      if (states.has(list.id)) return
      const dueAt = freshUntil + list.interval * 1000 * random() * jitter
      states.set(list.id, { failingSince: undefined, failure: undefined, endedAt: now(), dueAt })
    },
    pauseOf(list, hasOld) {
      return now() < pauseEndsAt(list, hasOld) ? states.get(list.id)?.failure : undefined
    },
    retryAt(list, hasOld) {
      const state = states.get(list.id)
      if (!state?.failure) return undefined
      const { failingSince, failure, endedAt } = state
      const dueAt = failingSince === undefined ? endedAt + list.interval * 1000 : pauseEndsAt(list, hasOld)
      return Math.max(failure.retryAt ?? dueAt, now())
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

/** Not later than when its host may be asked again after a breaker had it left alone. */
function untilRetry({ failure }: Pick<State, 'failure'>, at: number): number {
  return Math.min(at, failure?.retryAt ?? at)
}

/** Who can be shown an older list waits for an interval at the least. */
function patience({ interval }: Paced): Bounds {
  const leastMs = interval * 1000
  return { leastMs, mostMs: Math.max(leastMs, longestPauseMs) }
}

function impatience({ interval }: Paced): Bounds {
  return { leastMs: shortestPauseMs, mostMs: Math.min(longestForNothingMs, interval * 1000) }
}

/** By time and not by count, so that who forces it over and over does not make everybody wait the longer. */
function pauseMs({ failingSince, endedAt }: Omit<State, 'dueAt'>, { leastMs, mostMs }: Bounds): number {
  return Math.min(leastMs + endedAt - (failingSince ?? endedAt), mostMs)
}
