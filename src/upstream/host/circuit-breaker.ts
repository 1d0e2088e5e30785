// Circuit breaker of one upstream host: opens after repeated failures, then lets one trial attempt through; replicas share when it is open.
import { ageMs } from '../../async/ages.ts'
import { failurePolicies, UpstreamError } from '../errors.ts'

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

/** Rules for public sites: an outage is detected within a few asks, and a trial is made every half minute. */
export const breakerRules: BreakerRules = {
  failureThreshold: 5,
  openMs: 30_000,
  blockedMs: 5 * 60_000,
  maxOpenMs: 60 * 60_000,
}

/** Closed: all attempts pass. Open: none. Half-open, after the open period: one trial attempt passes. */
export type BreakerState = 'closed' | 'open' | 'half-open'

/** An attempt that was let through. */
interface Attempt {
  /** In the order in which they started. */
  readonly number: number
  /** Of one that tests the upstream: whether it began during the open period, and the back-off then, in milliseconds. */
  readonly trial?: { readonly isForced: boolean; readonly backOffMs: number }
}

/** Minimum time between forced trials while the breaker is open. */
const minForcedTrialIntervalMs = 10_000

/** Minimum extension since the last published end that is published again: many rejected requests extend it a little each. */
const minRepublishMs = 1_000

/** The state of a breaker. */
interface Breaker {
  readonly host: string
  readonly epochMs: () => number
  readonly rules: BreakerRules
  readonly channel: BreakerChannel | undefined
  /** The end of the open period, in epoch milliseconds, and when it was set; 0 while there is none. */
  until: number
  setAt: number
  /** Length of the next open period in milliseconds, if nothing else determines it. */
  backOffMs: number
  reason: UpstreamError | undefined
  begun: number
  lastGood: number
  /** The numbers of the attempts that failed since. Of a hundred that start together, the hanging ones end last, and that is not an outage. */
  failed: readonly number[]
  isTrialRunning: boolean
  lastTrialAt: number
  /** The latest state from another replica, and the latest end of an open period that the others know. */
  received: SharedBreakerState | undefined
  knownUntil: number
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Creates the circuit breaker of `host`. With `channel` it shares open periods; each replica makes its own trials. */
export function createCircuitBreaker(
  host: string,
  epochMs: () => number,
  rules: BreakerRules = breakerRules,
  channel?: BreakerChannel,
) {
  const breaker: Breaker = {
    ...{ host, epochMs, rules, channel, until: 0, setAt: 0, backOffMs: rules.openMs, reason: undefined },
    ...{ begun: 0, lastGood: 0, failed: [], isTrialRunning: false, lastTrialAt: Number.NEGATIVE_INFINITY },
    ...{ received: undefined, knownUntil: 0 },
  }
  const canAcquire = (isForced = false) => {
    receive(breaker)
    return isClosed(breaker) || (isTrialDue(breaker, isForced) && !breaker.isTrialRunning)
  }
  return {
    /** The error for an attempt that would be rejected now; undefined if it would pass. */
    rejection: (): UpstreamError | undefined => (canAcquire() ? undefined : rejectionError(breaker)),
    /**
     * Lets an attempt through. A forced attempt may be the trial while the breaker is open.
     * @throws UpstreamError `open`, with the remaining time.
     */
    acquire({ isForced }: { readonly isForced?: boolean | undefined } = {}) {
      if (!canAcquire(isForced)) throw rejectionError(breaker)
      breaker.begun += 1
      if (isClosed(breaker)) return createPermit(breaker, { number: breaker.begun })
      breaker.isTrialRunning = true
      breaker.lastTrialAt = epochMs()
      const trial = { isForced: leftMs(breaker) > 0, backOffMs: breaker.backOffMs }
      return createPermit(breaker, { number: breaker.begun, trial })
    },
    /** The state for the next attempt. */
    state(): BreakerState {
      receive(breaker)
      if (isClosed(breaker)) return 'closed'
      return isTrialDue(breaker, false) || breaker.isTrialRunning ? 'half-open' : 'open'
    },
    /** Whether a trial runs: the other attempts wait for its end, because the host may recover within a moment. */
    isTrialRunning: () => breaker.isTrialRunning,
  }
}

/** The permit of one attempt; exactly one of `succeeded`, `failed` and `abandoned` is called. */
function createPermit(breaker: Breaker, attempt: Attempt) {
  const settle = (end?: () => void) => {
    receive(breaker)
    end?.()
    if (attempt.trial) breaker.isTrialRunning = false
  }
  return {
    /** @throws UpstreamError `open` if the breaker has opened since, and the attempt is no trial. The attempt can still be abandoned. */
    check() {
      receive(breaker)
      if (!attempt.trial && leftMs(breaker) > 0) throw rejectionError(breaker)
    },
    succeeded: () => settle(() => succeed(breaker, attempt)),
    /** `blockedMs`: how long it stays open after a refusal that names no time; default: as the rules say. */
    failed: (failure: UpstreamError, blockedMs = breaker.rules.blockedMs) =>
      settle(() => fail(breaker, attempt, failure, blockedMs)),
    /** The attempt was abandoned for reasons that say nothing about the upstream. */
    abandoned: () => settle(),
  }
}

function succeed(breaker: Breaker, { number, trial }: Attempt): void {
  breaker.lastGood = Math.max(breaker.lastGood, number)
  breaker.failed = breaker.failed.filter((earlier) => earlier > breaker.lastGood)
  // An answer that was in flight when others failed does not prove that the upstream has recovered.
  if (!isClosed(breaker) && trial) publish(breaker, closedState, true)
  if (isClosed(breaker) || trial) close(breaker)
}

function fail(breaker: Breaker, attempt: Attempt, failure: UpstreamError, blockedMs: number): void {
  const { number, trial } = attempt
  const { kind, retryAfterMs } = failure
  const policy = failurePolicies[kind].breaker
  // The upstream responds, so it is not down, even if its answer is useless.
  if (policy === 'no') {
    succeed(breaker, attempt)
    return
  }
  breaker.reason = failure
  if (number > breaker.lastGood) breaker.failed = [...breaker.failed, number]
  // Repeated forced trials must not lengthen the back-off for everyone; only the upstream may set the time.
  if (trial?.isForced && leftMs(breaker) > 0) open(breaker, retryAfterMs ?? 0)
  else if (policy === 'at once') {
    lengthenBackOff(breaker, trial)
    open(breaker, retryAfterMs ?? blockedMs)
  } else if (trial || (breaker.failed.length >= breaker.rules.failureThreshold && isClosed(breaker))) {
    lengthenBackOff(breaker, trial)
    open(breaker, Math.max(retryAfterMs ?? 0, breaker.backOffMs))
  }
}

/** Doubles the back-off for a failed trial. Trials of several replicas that began with the same one double it once. */
function lengthenBackOff(breaker: Breaker, trial: Attempt['trial']): void {
  if (!trial) return
  breaker.backOffMs = Math.max(breaker.backOffMs, Math.min(trial.backOffMs * 2, breaker.rules.maxOpenMs))
}

/** The end of the open period. One that began in the future, before the clock was set back, is over, and a trial is due. */
function openUntil({ until, setAt, epochMs }: Breaker): number {
  return setAt > epochMs() ? Math.min(until, 1) : until
}

/** The open period ends when a later attempt succeeds, not when its time has passed. */
function isClosed(breaker: Breaker): boolean {
  return openUntil(breaker) === 0
}

/** Until a regular trial is due, in milliseconds. */
function leftMs(breaker: Breaker): number {
  return Math.max(openUntil(breaker) - breaker.epochMs(), 0)
}

/** Whether a trial may start: the time has passed, or a forced trial is allowed. */
function isTrialDue(breaker: Breaker, isForced: boolean): boolean {
  const { epochMs, lastTrialAt } = breaker
  return leftMs(breaker) === 0 || (isForced && ageMs(epochMs(), lastTrialAt) >= minForcedTrialIntervalMs)
}

function extend(breaker: Breaker, until: number): void {
  breaker.until = Math.max(openUntil(breaker), until)
  breaker.setAt = breaker.epochMs()
}

function close(breaker: Breaker): void {
  breaker.until = 0
  breaker.backOffMs = breaker.rules.openMs
}

/** Starts or extends an open period, and tells the other replicas. */
function open(breaker: Breaker, ms: number): void {
  const isNew = leftMs(breaker) === 0
  extend(breaker, breaker.epochMs() + Math.min(ms, breaker.rules.maxOpenMs))
  publish(breaker, { openUntil: openUntil(breaker), openMs: breaker.backOffMs, reason: breaker.reason }, isNew)
}

/** With `isNew` also a state that differs little from the one before. */
function publish(breaker: Breaker, state: SharedBreakerState, isNew: boolean): void {
  if (!isNew && state.openUntil - breaker.knownUntil < minRepublishMs) return
  breaker.knownUntil = state.openUntil
  breaker.channel?.publish(state)
}

/** Applies the latest state that another replica sent, once. */
function receive(breaker: Breaker): void {
  const { epochMs, rules, channel } = breaker
  const state = channel?.latest()
  if (state === undefined || state === breaker.received) return
  breaker.received = state
  breaker.knownUntil = state.openUntil
  if (state.openUntil === 0) {
    close(breaker)
    breaker.failed = []
    return
  }
  extend(breaker, Math.min(state.openUntil, epochMs() + rules.maxOpenMs))
  breaker.backOffMs = Math.min(state.openMs, rules.maxOpenMs)
  breaker.reason = state.reason
}

/** States the reason but not the duration, so that all rejected callers get the same text. */
function rejectionError(breaker: Breaker): UpstreamError {
  const { host, reason } = breaker
  const reasonText = reason ? ` after a failure (${reason.kind}: ${reason.message})` : ''
  return new UpstreamError('open', `requests to ${host} are paused${reasonText}`, {
    retryAfterMs: leftMs(breaker),
    reason: { code: 'open', host, after: reason?.kind },
  })
}
