// The open period of a circuit breaker: how long it lasts, when a trial is due, and what replicas share about it.
import { ageMs } from '../../async/ages.ts'
import type { UpstreamError } from '../errors.ts'

/** When a breaker opens, and for how long. */
export interface BreakerRules {
  /** Number of counted failures that open it, among the attempts started after the latest successful one. */
  readonly failureThreshold: number
  /** How long it stays open the first time, in milliseconds; doubled each time the trial fails. */
  readonly openMs: number
  /** How long it stays open, in milliseconds, when the upstream blocks us without a Retry-After. */
  readonly blockedMs: number
  /** Maximum open period in milliseconds, whatever its cause. */
  readonly maxOpenMs: number
}

/** The state of a breaker as replicas share it. */
export interface SharedBreakerState {
  /** Open until this time (epoch milliseconds); 0 if closed. */
  readonly openUntil: number
  /** Length of the open period in milliseconds; the next one is derived from it if the trial fails. */
  readonly openMs: number
  readonly reason: UpstreamError | undefined
}

/** The state of a closed breaker. */
export const closedState: SharedBreakerState = { openUntil: 0, openMs: 0, reason: undefined }

/** Channel over which replicas share the state of one breaker. */
export interface BreakerChannel {
  /** The latest state that another replica sent; the same object until a new one arrives. */
  latest(): SharedBreakerState | undefined
  publish(state: SharedBreakerState): void
}

export type OpenPeriod = ReturnType<typeof createOpenPeriod>

/** Minimum time between forced trials while the breaker is open. */
const minForcedTrialIntervalMs = 10_000

/** Minimum extension since the last published end that is published again: many rejected requests extend it a little each. */
const minRepublishMs = 1_000

/** Creates the open period of a breaker. It ends when a later attempt succeeds, not when its time has passed. */
export function createOpenPeriod(epochMs: () => number, rules: BreakerRules, channel: BreakerChannel | undefined) {
  const deadline = createDeadline(epochMs)
  let backOffMs = rules.openMs
  let reason: UpstreamError | undefined
  const sharing = createSharing(channel)
  let lastTrialAt = Number.NEGATIVE_INFINITY

  function end(): void {
    deadline.clear()
    backOffMs = rules.openMs
  }

  return {
    /** Applies the latest state that another replica sent. */
    learn(): 'closed' | undefined {
      const state = sharing.receive()
      if (state === undefined) return undefined
      if (state.openUntil === 0) {
        end()
        return 'closed'
      }
      deadline.extend(Math.min(state.openUntil, epochMs() + rules.maxOpenMs))
      backOffMs = Math.min(state.openMs, rules.maxOpenMs)
      reason = state.reason
      return undefined
    },
    isOver: () => deadline.at() === 0,
    /** Whether the open period still runs, so that no regular trial is due. */
    lasts: () => deadline.at() > epochMs(),
    /** Whether a trial may start: the time has passed, or a forced trial is allowed. */
    isTrialDue: (isForced: boolean) =>
      deadline.at() <= epochMs() || (isForced && ageMs(epochMs(), lastTrialAt) >= minForcedTrialIntervalMs),
    recordTrial(): void {
      lastTrialAt = epochMs()
    },
    leftMs: () => Math.max(deadline.at() - epochMs(), 0),
    reason: () => reason,
    because(failure: UpstreamError): void {
      reason = failure
    },
    backOffMs: () => backOffMs,
    /** Doubles the back-off for a failed trial that began with `before`: trials of several replicas double it once. */
    lengthen(before: number): void {
      backOffMs = Math.max(backOffMs, Math.min(before * 2, rules.maxOpenMs))
    },
    /** Starts an open period of `ms`; with `usual`, of the current back-off if that is longer. */
    begin(ms: number, kind?: 'usual'): void {
      const next = epochMs() + Math.min(kind ? Math.max(ms, backOffMs) : ms, rules.maxOpenMs)
      const isNew = deadline.at() <= epochMs()
      deadline.extend(next)
      sharing.publish({ openUntil: deadline.at(), openMs: backOffMs, reason }, isNew)
    },
    end(): void {
      if (deadline.at() > 0) sharing.publish(closedState, true)
      end()
    },
  }
}

/** The end of the open period, in epoch milliseconds; 0 while there is none. */
function createDeadline(epochMs: () => number) {
  let until = 0
  let setAt = 0
  /** A period that began in the future, before the clock was set back, is over, and a trial is due. */
  const at = (): number => (setAt > epochMs() ? Math.min(until, 1) : until)
  return {
    at,
    extend(later: number): void {
      until = Math.max(at(), later)
      setAt = epochMs()
    },
    clear(): void {
      until = 0
    },
  }
}

/** The shared state of a breaker: receives each of their states once, and publishes what differs enough. */
function createSharing(channel: BreakerChannel | undefined) {
  let latest: SharedBreakerState | undefined
  let knownUntil = 0
  return {
    receive(): SharedBreakerState | undefined {
      const state = channel?.latest()
      if (state === undefined || state === latest) return undefined
      latest = state
      knownUntil = state.openUntil
      return state
    },
    /** With `isNew` also a state that differs little from the one before. */
    publish(state: SharedBreakerState, isNew: boolean): void {
      if (!isNew && state.openUntil - knownUntil < minRepublishMs) return
      knownUntil = state.openUntil
      channel?.publish(state)
    },
  }
}
