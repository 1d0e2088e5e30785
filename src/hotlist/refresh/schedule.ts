// The refresh schedule: a list is due after its interval, backs off while it fails, and due times are jittered.
import type { AskEnd } from '../../upstream/ask/coordination.ts'
import type { CachedAnswer } from '../../upstream/cache/answer-entry.ts'
import type { Failure } from '../../upstream/source.ts'

interface ScheduledList {
  readonly id: string
  /** Seconds. */
  readonly interval: number
}

interface BackoffState {
  readonly failingSince: number | undefined
  readonly failure: Failure | undefined
  readonly endedAt: number
  readonly dueAt: number
}

/** Bounds of the back-off: the minimum plus the time the list has been failing, up to the maximum. */
interface BackoffBounds {
  readonly minMs: number
  readonly maxMs: number
}

const maxBackoffMs = 30 * 60_000
/** Equals the minimum interval of forced refreshes. */
const minBackoffMs = 10_000
/** Without a cached list, a recovered list is served within a minute. */
const maxEmptyBackoffMs = 60_000
/** Fraction added at random, so that lists requested together are not refreshed together. */
const jitter = 0.1

export type RefreshSchedule = ReturnType<typeof createRefreshSchedule>

export function createRefreshSchedule(epochMs: () => number, random: () => number) {
  const states = new Map<string, BackoffState>()
  const backoffEndsAt = (list: ScheduledList, hasCached: boolean): number => {
    const state = states.get(list.id)
    if (state?.failingSince === undefined || state.endedAt > epochMs()) return 0
    return cappedByRetryAt(state, state.endedAt + backoffMs(state, hasCached ? usualBackoff(list) : emptyBackoff(list)))
  }
  const saveState = (list: ScheduledList, state: Omit<BackoffState, 'dueAt'>) => {
    const waitMs = backoffMs(state, usualBackoff(list))
    states.set(list.id, { ...state, dueAt: cappedByRetryAt(state, state.endedAt + waitMs * (1 + random() * jitter)) })
  }
  return {
    /** When the back-off of a failed list ends, in epoch milliseconds; a time in the past when there is none. */
    backoffEndsAt,
    recordEnd(list: ScheduledList, { state, failure }: AskEnd): void {
      const failingSince = state === 'failed' ? (states.get(list.id)?.failingSince ?? epochMs()) : undefined
      saveState(list, { failingSince, failure, endedAt: epochMs() })
    },
    /** Adopts a cached list that is newer than the state known here, as stored by another replica: clears an earlier failure. */
    adopt(list: ScheduledList, { at, failure }: Pick<CachedAnswer<unknown>, 'at' | 'failure'>): void {
      const [endedAt, now] = [at.getTime(), epochMs()]
      const state = states.get(list.id)
      if (state && (state.endedAt < endedAt || state.endedAt > now))
        saveState(list, { failingSince: undefined, failure, endedAt: Math.min(endedAt, now) })
    },
    /** Records that a list cached by an earlier process is served and fresh until then (epoch ms). Ignored once the list has a state. */
    recordServed(list: ScheduledList, freshUntil: number): void {
      if (states.has(list.id)) return
      const dueAt = freshUntil + list.interval * 1000 * random() * jitter
      states.set(list.id, { failingSince: undefined, failure: undefined, endedAt: epochMs(), dueAt })
    },
    /**
     * The failure whose back-off is still running, although the cached list is stale or missing; undefined when the list may be
     * requested. Without a cached list the back-off is short at first.
     */
    backoffReason(list: ScheduledList, hasCached: boolean): Failure | undefined {
      return epochMs() < backoffEndsAt(list, hasCached) ? states.get(list.id)?.failure : undefined
    },
    /** When the next attempt is due after a failed or partial ask (epoch milliseconds, not before now); undefined after a good one. */
    retryAt(list: ScheduledList, hasCached: boolean): number | undefined {
      const state = states.get(list.id)
      if (!state?.failure) return undefined
      const { failingSince, failure, endedAt } = state
      const dueAt = failingSince === undefined ? endedAt + list.interval * 1000 : backoffEndsAt(list, hasCached)
      return Math.max(failure.retryAt ?? dueAt, epochMs())
    },
    failedAt({ id }: ScheduledList): number | undefined {
      const state = states.get(id)
      return state?.failingSince === undefined ? undefined : state.endedAt
    },
    forget: ({ id }: ScheduledList): void => void states.delete(id),
    failureOf: ({ id }: ScheduledList) => states.get(id)?.failure,
    isFailing: ({ id }: ScheduledList) => states.get(id)?.failingSince !== undefined,
    /** When the background refresh is due, in epoch milliseconds; undefined when the list was neither requested nor served. */
    dueAt({ id }: ScheduledList): number | undefined {
      const state = states.get(id)
      // A state from the future says nothing: the clock was set back.
      return state && state.endedAt > epochMs() ? 0 : state?.dueAt
    },
  }
}

/** Not later than the time at which the host's circuit breaker admits requests again. */
function cappedByRetryAt({ failure }: Pick<BackoffState, 'failure'>, at: number): number {
  return Math.min(at, failure?.retryAt ?? at)
}

/** With a cached list to serve, the back-off is at least one interval. */
function usualBackoff({ interval }: ScheduledList): BackoffBounds {
  const minMs = interval * 1000
  return { minMs, maxMs: Math.max(minMs, maxBackoffMs) }
}

function emptyBackoff({ interval }: ScheduledList): BackoffBounds {
  return { minMs: minBackoffMs, maxMs: Math.min(maxEmptyBackoffMs, interval * 1000) }
}

/**
 * The minimum unless the list is failing. Grows with time, not with the number of failures, so that repeated forced refreshes do not lengthen
 * the wait for others.
 */
function backoffMs({ failingSince, endedAt }: Omit<BackoffState, 'dueAt'>, { minMs, maxMs }: BackoffBounds): number {
  return Math.min(minMs + endedAt - (failingSince ?? endedAt), maxMs)
}
