// Circuit breaker of one upstream host: opens after repeated failures, then lets one trial attempt through.

import { failurePolicies, UpstreamError } from '../errors.ts'
import {
  type BreakerChannel,
  type BreakerRules,
  createOpenPeriod,
  createTrialPermission,
  minForcedTrialIntervalMs,
  type OpenPeriod,
} from './breaker-timing.ts'

/** Rules for public sites: an outage is detected within a few asks, and a trial is made every half minute. */
export const breakerRules: BreakerRules = {
  failureThreshold: 5,
  openMs: 30_000,
  blockedMs: 5 * 60_000,
  maxOpenMs: 60 * 60_000,
}

/** Permit of one attempt; exactly one of the three methods is called. */
interface BreakerPermit {
  succeeded(): void
  failed(failure: UpstreamError): void
  /** The attempt was abandoned for reasons that say nothing about the upstream. */
  abandoned(): void
}

/**
 * Closed: all attempts pass. Open: none. Half-open, after the open period: one trial attempt
 * passes.
 */
export type BreakerState = 'closed' | 'open' | 'half-open'

/** `due` after the open period, `forced` during it. */
type TrialKind = 'due' | 'forced'

interface TrialKindOptions {
  /** The attempt may be the trial while the breaker is open. */
  readonly isForced?: boolean | undefined
}

export interface CircuitBreaker {
  /** The state for the next attempt; a forced one may see half-open while the breaker is open. */
  state(options?: TrialKindOptions): BreakerState
  /** Settles when the running trial ends, whatever its result; undefined if there is none. */
  runningTrial(): Promise<void> | undefined
  /**
   * Settles when the other replicas have answered whether this one may make the trial that is due, which takes a
   * moment. Undefined if there is nothing to wait for.
   */
  trialPermission(options?: TrialKindOptions): Promise<void> | undefined
  /**
   * Lets an attempt through. A forced attempt may be the trial while the breaker is open.
   * @throws UpstreamError `open`, with the remaining time.
   */
  acquire(options?: TrialKindOptions): BreakerPermit
  /** The error for an attempt that would be rejected now; undefined if it would pass. */
  rejection(): UpstreamError | undefined
}

/**
 * Creates the circuit breaker of `host`; `epochMs` is in epoch milliseconds. With `channel` it shares its state with other
 * replicas.
 */
export function createCircuitBreaker(
  host: string,
  epochMs: () => number,
  rules: BreakerRules = breakerRules,
  channel?: BreakerChannel,
): CircuitBreaker {
  const openPeriod = createOpenPeriod(epochMs, rules, channel)
  const { succeed, fail, ...tally } = createFailureCounter(openPeriod, rules)
  const trialPermission = createTrialPermission(epochMs, openPeriod, channel)
  let runningTrial: PromiseWithResolvers<void> | undefined

  const applyRemote = () => {
    if (openPeriod.learn() === 'closed') tally.forget()
  }
  const createPermit = (trial?: TrialKind): BreakerPermit => {
    const attemptNumber = tally.begin()
    const settle = (then: () => void) => () => {
      applyRemote()
      then()
      if (!trial) return
      // A forced trial may end without a change to publish.
      if (trial === 'forced') channel?.releaseTrial()
      runningTrial?.resolve()
      runningTrial = undefined
    }
    return {
      succeeded: settle(() => succeed(attemptNumber, trial)),
      failed: (failure) => settle(() => fail(attemptNumber, trial, failure))(),
      abandoned: settle(() => (trial ? channel?.releaseTrial() : undefined)),
    }
  }

  const canAcquire = ({ isForced = false }: TrialKindOptions = {}) => {
    applyRemote()
    return openPeriod.isOver() || (isTrialDue(openPeriod, isForced) && !runningTrial && trialPermission.isGiven())
  }
  return {
    rejection: () => (canAcquire() ? undefined : rejectionError(host, openPeriod)),
    acquire(options) {
      if (!canAcquire(options)) throw rejectionError(host, openPeriod)
      if (openPeriod.isOver()) return createPermit()
      trialPermission.use()
      runningTrial = Promise.withResolvers()
      openPeriod.forcing.putOff(minForcedTrialIntervalMs)
      return createPermit(openPeriod.lasts() ? 'forced' : 'due')
    },
    state({ isForced = false } = {}) {
      applyRemote()
      if (openPeriod.isOver()) return 'closed'
      return isTrialDue(openPeriod, isForced) || runningTrial ? 'half-open' : 'open'
    },
    runningTrial: () => runningTrial?.promise,
    trialPermission({ isForced = false } = {}) {
      applyRemote()
      const isPossible = !runningTrial && !openPeriod.isOver() && isTrialDue(openPeriod, isForced)
      return isPossible ? trialPermission.ask() : undefined
    },
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

  function succeed(attemptNumber: number, trial: TrialKind | undefined): void {
    attempts.lastGood = Math.max(attempts.lastGood, attemptNumber)
    failed = failed.filter((earlier) => earlier > attempts.lastGood)
    // An answer that was in flight when others failed does not prove that the upstream has recovered.
    if (openPeriod.isOver() || trial) openPeriod.end()
  }
  function openIfNeeded(trial: TrialKind | undefined, { kind, retryAfterMs }: UpstreamError): void {
    if (trial) openPeriod.lengthen()
    if (failurePolicies[kind].breaker === 'at once') openPeriod.begin(retryAfterMs ?? rules.blockedMs)
    else if (trial || (failed.length >= rules.failureThreshold && openPeriod.isOver()))
      openPeriod.begin(retryAfterMs ?? 0, 'usual')
  }
  return {
    begin() {
      attempts.begun += 1
      return attempts.begun
    },
    succeed,
    fail(attemptNumber: number, trial: TrialKind | undefined, failure: UpstreamError): void {
      // The upstream responds, so it is not down, even if its answer is useless.
      if (failurePolicies[failure.kind].breaker === 'no') {
        succeed(attemptNumber, trial)
        return
      }
      openPeriod.because(failure)
      if (attemptNumber > attempts.lastGood) failed.push(attemptNumber)
      // Repeated forced trials must not lengthen the back-off for everyone; only the upstream may set the time.
      if (trial === 'forced' && openPeriod.lasts()) openPeriod.begin(failure.retryAfterMs ?? 0)
      else openIfNeeded(trial, failure)
    },
    forget(): void {
      failed = []
    },
  }
}

/** Whether a trial may start: the open period is over, or a forced trial is allowed. */
function isTrialDue(openPeriod: OpenPeriod, isForced: boolean): boolean {
  return !openPeriod.lasts() || (isForced && openPeriod.forcing.isDue())
}

/** States the reason but not the duration, so that all rejected callers get the same text. */
function rejectionError(host: string, openPeriod: OpenPeriod): UpstreamError {
  const reason = openPeriod.reason()
  const reasonText = reason ? ` after a failure (${reason.kind}: ${reason.message})` : ''
  return new UpstreamError('open', `requests to ${host} are paused${reasonText}`, { retryAfterMs: openPeriod.leftMs() })
}
