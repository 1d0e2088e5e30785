// Timing of a circuit breaker: how long it stays open, what replicas share about it, and which replica makes the trial.
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

export function isClosed({ openUntil }: SharedBreakerState): boolean {
  return openUntil === 0
}

/** Channel over which replicas share the state of one breaker. */
export interface BreakerChannel {
  /** The latest state that another replica sent; the same object until a new one arrives. */
  latest(): SharedBreakerState | undefined
  opened(state: SharedBreakerState): void
  closed(): void
  /**
   * Whether this replica may make the trial. Only one replica may, for a few seconds or until it reports the result.
   * Forced trials while the breaker is open are limited to one per `minForcedTrialIntervalMs` across all replicas.
   */
  requestTrial(trial: { readonly isForced: boolean }): Promise<boolean>
  /** The trial ended without a result: another replica may make one. */
  releaseTrial(): void
}

export type OpenPeriod = ReturnType<typeof createOpenPeriod>

/** Minimum time between forced trials while the breaker is open. */
export const minForcedTrialIntervalMs = 10_000

/**
 * Minimum extension of the open period that is published again: each of a hundred requests that are rejected at once
 * extends it a little.
 */
const minRepublishMs = 1_000

/** Creates the open period of a breaker. It ends when a later attempt succeeds, not when its time has passed. */
export function createOpenPeriod(epochMs: () => number, rules: BreakerRules, channel: BreakerChannel | undefined) {
  let openUntil = 0
  let backOffMs = rules.openMs
  let reason: UpstreamError | undefined
  let latestRemote: SharedBreakerState | undefined
  const forcedTrials = createForcedTrialLimit(epochMs)

  function end(): void {
    openUntil = 0
    backOffMs = rules.openMs
  }

  return {
    /** Applies the latest state that another replica sent. */
    learn(): 'closed' | undefined {
      const state = channel?.latest()
      if (state === undefined || state === latestRemote) return undefined
      latestRemote = state
      if (isClosed(state)) {
        end()
        return 'closed'
      }
      openUntil = Math.max(openUntil, Math.min(state.openUntil, epochMs() + rules.maxOpenMs))
      backOffMs = Math.min(state.openMs, rules.maxOpenMs)
      reason = state.reason
      return undefined
    },
    isOver: () => openUntil === 0,
    /** Whether the open period still runs, so that no regular trial is due. */
    lasts: () => openUntil > epochMs(),
    forcing: forcedTrials,
    leftMs: () => Math.max(openUntil - epochMs(), 0),
    reason: () => reason,
    because(failure: UpstreamError): void {
      reason = failure
    },
    lengthen(): void {
      backOffMs = Math.min(backOffMs * 2, rules.maxOpenMs)
    },
    /** Starts an open period of `ms`; with `usual`, of the current back-off if that is longer. */
    begin(ms: number, kind?: 'usual'): void {
      const next = epochMs() + Math.min(kind ? Math.max(ms, backOffMs) : ms, rules.maxOpenMs)
      const isWorthPublishing = openUntil <= epochMs() || next - openUntil >= minRepublishMs
      openUntil = Math.max(openUntil, next)
      if (isWorthPublishing) channel?.opened({ openUntil, openMs: backOffMs, reason })
    },
    /** Extends the open period briefly, without publishing it. */
    goOn(ms: number): void {
      openUntil = Math.max(openUntil, epochMs() + ms)
      forcedTrials.putOff(ms)
    },
    end(): void {
      if (openUntil > 0) channel?.closed()
      end()
    },
  }
}

/** Creates the limit on forced trials while the breaker is open. */
function createForcedTrialLimit(epochMs: () => number) {
  let dueAt = 0
  return {
    isDue: () => dueAt <= epochMs(),
    putOff(ms: number): void {
      dueAt = Math.max(dueAt, epochMs() + ms)
    },
  }
}

/** Time in which a permitted trial has to start. */
const trialStartMs = 5_000
/** Delay until the state is read again while another replica makes the trial, in case its result message was lost. */
const recheckMs = 1_000

/** Creates the permission to make the trial, which other replicas may hold; without a channel it is always given. */
export function createTrialPermission(
  epochMs: () => number,
  openPeriod: OpenPeriod,
  channel: BreakerChannel | undefined,
) {
  let grantedUntil = 0
  let pendingRequest: Promise<void> | undefined
  const isGranted = () => channel === undefined || grantedUntil > epochMs()
  return {
    isGiven: isGranted,
    use(): void {
      grantedUntil = 0
    },
    ask(): Promise<void> | undefined {
      if (channel === undefined || isGranted()) return undefined
      pendingRequest ??= channel.requestTrial({ isForced: openPeriod.lasts() }).then((isAllowed) => {
        pendingRequest = undefined
        if (isAllowed) grantedUntil = epochMs() + trialStartMs
        else openPeriod.goOn(recheckMs)
      })
      return pendingRequest
    },
  }
}
