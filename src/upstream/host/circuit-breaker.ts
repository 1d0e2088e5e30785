// Circuit breaker of one upstream host: opens after repeated failures, then lets one trial attempt through.

import { failurePolicies, UpstreamError } from '../errors.ts'
import { type BreakerChannel, type BreakerRules, createOpenPeriod, type OpenPeriod } from './breaker-timing.ts'

/** Rules for public sites: an outage is detected within a few asks, and a trial is made every half minute. */
export const breakerRules: BreakerRules = {
  failureThreshold: 5,
  openMs: 30_000,
  blockedMs: 5 * 60_000,
  maxOpenMs: 60 * 60_000,
}

/** Closed: all attempts pass. Open: none. Half-open, after the open period: one trial attempt passes. */
export type BreakerState = 'closed' | 'open' | 'half-open'

/** An attempt that tests the upstream. */
interface Trial {
  /** Whether it began during the open period. */
  readonly isForced: boolean
  /** The back-off when it began, in milliseconds. */
  readonly backOffMs: number
}

/** An attempt that failed. */
interface FailedAttempt {
  readonly attemptNumber: number
  readonly trial: Trial | undefined
  /** How long a refusal that names no time closes the host, in milliseconds. */
  readonly blockedMs: number
}

interface TrialOptions {
  /** The attempt may be the trial while the breaker is open. */
  readonly isForced?: boolean | undefined
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** Creates the circuit breaker of `host`. With `channel` it shares open periods; each replica makes its own trials. */
export function createCircuitBreaker(
  host: string,
  epochMs: () => number,
  rules: BreakerRules = breakerRules,
  channel?: BreakerChannel,
) {
  const openPeriod = createOpenPeriod(epochMs, rules, channel)
  const { succeed, fail, ...tally } = createFailureCounter(openPeriod, rules)
  let isTrialRunning = false

  const applyRemote = () => {
    if (openPeriod.learn() === 'closed') tally.forget()
  }
  /** The permit of one attempt; exactly one of `succeeded`, `failed` and `abandoned` is called. */
  const createPermit = (trial?: Trial) => {
    const attemptNumber = tally.begin()
    const settle = (then?: () => void) => {
      applyRemote()
      then?.()
      if (trial) isTrialRunning = false
    }
    return {
      /** @throws UpstreamError `open` if the breaker has opened since, and the attempt is no trial. The attempt can still be abandoned. */
      check() {
        applyRemote()
        if (!trial && openPeriod.lasts()) throw rejectionError(host, openPeriod)
      },
      succeeded: () => settle(() => succeed(attemptNumber, trial)),
      /** `blockedMs`: how long it stays open after a refusal that names no time; default: as the rules say. */
      failed: (failure: UpstreamError, blockedMs = rules.blockedMs) =>
        settle(() => fail({ attemptNumber, trial, blockedMs }, failure)),
      /** The attempt was abandoned for reasons that say nothing about the upstream. */
      abandoned: () => settle(),
    }
  }
  const canAcquire = ({ isForced = false }: TrialOptions = {}) => {
    applyRemote()
    return openPeriod.isOver() || (openPeriod.isTrialDue(isForced) && !isTrialRunning)
  }
  return {
    /** The error for an attempt that would be rejected now; undefined if it would pass. */
    rejection: (): UpstreamError | undefined => (canAcquire() ? undefined : rejectionError(host, openPeriod)),
    /**
     * Lets an attempt through. A forced attempt may be the trial while the breaker is open.
     * @throws UpstreamError `open`, with the remaining time.
     */
    acquire(options?: TrialOptions) {
      if (!canAcquire(options)) throw rejectionError(host, openPeriod)
      if (openPeriod.isOver()) return createPermit()
      isTrialRunning = true
      openPeriod.recordTrial()
      return createPermit({ isForced: openPeriod.lasts(), backOffMs: openPeriod.backOffMs() })
    },
    /** The state for the next attempt; a forced one may see half-open while the breaker is open. */
    state({ isForced = false }: TrialOptions = {}): BreakerState {
      applyRemote()
      if (openPeriod.isOver()) return 'closed'
      return openPeriod.isTrialDue(isForced) || isTrialRunning ? 'half-open' : 'open'
    },
    /** Whether a trial runs: the other attempts wait for its end, because the host may recover within a moment. */
    isTrialRunning: () => isTrialRunning,
  }
}

/**
 * Creates the failure counter that opens and closes the breaker. Attempts are ordered by when they started: of a
 * hundred that start together, the hanging ones end last, one after the other, and that is not an outage. A failure
 * counts until an attempt that started after it succeeds.
 */
function createFailureCounter(openPeriod: OpenPeriod, rules: BreakerRules) {
  const attempts = { begun: 0, lastGood: 0 }
  let failed: number[] = []

  function succeed(attemptNumber: number, trial: Trial | undefined): void {
    attempts.lastGood = Math.max(attempts.lastGood, attemptNumber)
    failed = failed.filter((earlier) => earlier > attempts.lastGood)
    // An answer that was in flight when others failed does not prove that the upstream has recovered.
    if (openPeriod.isOver() || trial) openPeriod.end()
  }
  function openIfNeeded({ trial, blockedMs }: FailedAttempt, { kind, retryAfterMs }: UpstreamError): void {
    if (trial) openPeriod.lengthen(trial.backOffMs)
    if (failurePolicies[kind].breaker === 'at once') openPeriod.begin(retryAfterMs ?? blockedMs)
    else if (trial || (failed.length >= rules.failureThreshold && openPeriod.isOver()))
      openPeriod.begin(retryAfterMs ?? 0, 'usual')
  }
  return {
    begin() {
      attempts.begun += 1
      return attempts.begun
    },
    succeed,
    fail(attempt: FailedAttempt, failure: UpstreamError): void {
      const { attemptNumber, trial } = attempt
      // The upstream responds, so it is not down, even if its answer is useless.
      if (failurePolicies[failure.kind].breaker === 'no') {
        succeed(attemptNumber, trial)
        return
      }
      openPeriod.because(failure)
      if (attemptNumber > attempts.lastGood) failed.push(attemptNumber)
      // Repeated forced trials must not lengthen the back-off for everyone; only the upstream may set the time.
      if (trial?.isForced && openPeriod.lasts()) openPeriod.begin(failure.retryAfterMs ?? 0)
      else openIfNeeded(attempt, failure)
    },
    forget(): void {
      failed = []
    },
  }
}

/** States the reason but not the duration, so that all rejected callers get the same text. */
function rejectionError(host: string, openPeriod: OpenPeriod): UpstreamError {
  const reason = openPeriod.reason()
  const reasonText = reason ? ` after a failure (${reason.kind}: ${reason.message})` : ''
  return new UpstreamError('open', `requests to ${host} are paused${reasonText}`, {
    retryAfterMs: openPeriod.leftMs(),
    reason: { code: 'open', host, after: reason?.kind },
  })
}
