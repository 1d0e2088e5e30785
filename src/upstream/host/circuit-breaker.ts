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

/** Rules for public sites: an outage is detected within a few asks, and a trial is made every half minute. */
export const breakerRules: BreakerRules = {
  failureThreshold: 5,
  openMs: 30_000,
  blockedMs: 5 * 60_000,
  maxOpenMs: 60 * 60_000,
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

/** An attempt that was let through. */
interface Attempt {
  /** In the order in which they started. */
  readonly number: number
  /** Of one that tests the upstream: whether it began during the open period, and the back-off then, in milliseconds. */
  readonly trial?: { readonly isForced: boolean; readonly backOffMs: number } | undefined
}

/** Minimum time between forced trials while the breaker is open. */
const minForcedTrialIntervalMs = 10_000

/** A breaker. With a channel it shares open periods; each replica makes its own trials. */
export class CircuitBreaker {
  readonly #host: string
  readonly #epochMs: () => number
  readonly #rules: BreakerRules
  readonly #channel: BreakerChannel | undefined
  /** The end of the open period, in epoch milliseconds, and when it was set; 0 while there is none. */
  #until = 0
  #setAt = 0
  /** Length of the next open period in milliseconds, if nothing else determines it. */
  #backOffMs: number
  #reason: UpstreamError | undefined
  #begun = 0
  #lastGood = 0
  /** The numbers of the attempts that failed since. Of a hundred that start together, the hanging ones end last, and that is not an outage. */
  #failed: readonly number[] = []
  #isTrialRunning = false
  #lastTrialAt = Number.NEGATIVE_INFINITY
  #received: SharedBreakerState | undefined

  constructor(host: string, epochMs: () => number, rules: BreakerRules = breakerRules, channel?: BreakerChannel) {
    this.#host = host
    this.#epochMs = epochMs
    this.#rules = rules
    this.#channel = channel
    this.#backOffMs = rules.openMs
  }

  /** The error for an attempt that would be rejected now; undefined if it would pass. */
  rejection(): UpstreamError | undefined {
    return this.#canAcquire(false) ? undefined : this.#rejectionError()
  }

  /** The state for the next attempt. Closed: all pass. Open: none. Half-open, after the open period: one trial attempt passes. */
  state(): 'closed' | 'open' | 'half-open' {
    this.#receive()
    if (this.#isClosed()) return 'closed'
    return this.#isTrialRunning || this.#leftMs() === 0 ? 'half-open' : 'open'
  }

  /** Whether a trial runs: the other attempts wait for its end, because the host may recover within a moment. */
  isTrialRunning(): boolean {
    return this.#isTrialRunning
  }

  /**
   * Lets an attempt through; exactly one of `succeeded`, `failed` and `abandoned` is called when it ends. A forced attempt may be the trial
   * while the breaker is open.
   * @throws UpstreamError `open`, with the remaining time.
   */
  acquire({ isForced = false }: { readonly isForced?: boolean | undefined } = {}) {
    if (!this.#canAcquire(isForced)) throw this.#rejectionError()
    this.#begun += 1
    const isTrial = !this.#isClosed()
    const trial = isTrial ? { isForced: this.#leftMs() > 0, backOffMs: this.#backOffMs } : undefined
    const attempt: Attempt = { number: this.#begun, trial }
    if (isTrial) {
      this.#isTrialRunning = true
      this.#lastTrialAt = this.#epochMs()
    }
    const settle = (end?: () => void) => {
      this.#receive()
      end?.()
      if (isTrial) this.#isTrialRunning = false
    }
    return {
      /** @throws UpstreamError `open` if the breaker has opened since, and the attempt is no trial. The attempt can still be abandoned. */
      check: () => {
        this.#receive()
        if (!isTrial && this.#leftMs() > 0) throw this.#rejectionError()
      },
      succeeded: () => settle(() => this.#succeed(attempt)),
      /** `blockedMs`: how long it stays open after a refusal that names no time; default: as the rules say. */
      failed: (failure: UpstreamError, blockedMs = this.#rules.blockedMs) =>
        settle(() => this.#fail(attempt, failure, blockedMs)),
      /** The attempt was abandoned for reasons that say nothing about the upstream. */
      abandoned: () => settle(),
    }
  }

  /** Whether an attempt may start: the breaker is closed, or a trial is due or, once in a while, forced. */
  #canAcquire(isForced: boolean): boolean {
    this.#receive()
    if (this.#isClosed()) return true
    const mayForce = isForced && ageMs(this.#epochMs(), this.#lastTrialAt) >= minForcedTrialIntervalMs
    return !this.#isTrialRunning && (mayForce || this.#leftMs() === 0)
  }

  #succeed({ number, trial }: Attempt): void {
    this.#lastGood = Math.max(this.#lastGood, number)
    this.#failed = this.#failed.filter((earlier) => earlier > this.#lastGood)
    const isClosed = this.#isClosed()
    // An answer that was in flight when others failed does not prove that the upstream has recovered.
    if (!isClosed && !trial) return
    this.#close()
    if (!isClosed) this.#channel?.publish(closedState)
  }

  #fail(attempt: Attempt, failure: UpstreamError, blockedMs: number): void {
    const { number, trial } = attempt
    const { retryAfterMs = 0 } = failure
    const policy = failurePolicies[failure.kind].breaker
    // The upstream responds, so it is not down, even if its answer is useless.
    if (policy === 'no') {
      this.#succeed(attempt)
      return
    }
    this.#reason = failure
    if (number > this.#lastGood) this.#failed = [...this.#failed, number]
    // Repeated forced trials must not lengthen the back-off for everyone; only the upstream may set the time.
    const isEarlyTrial = trial?.isForced === true && this.#leftMs() > 0
    // Trials of several replicas that began with the same back-off double it once.
    if (trial && !isEarlyTrial)
      this.#backOffMs = Math.max(this.#backOffMs, Math.min(trial.backOffMs * 2, this.#rules.maxOpenMs))
    if (isEarlyTrial) this.#open(retryAfterMs)
    else if (policy === 'at once') this.#open(failure.retryAfterMs ?? blockedMs)
    else if (trial || (this.#isClosed() && this.#failed.length >= this.#rules.failureThreshold))
      this.#open(Math.max(retryAfterMs, this.#backOffMs))
  }

  /** Starts or extends an open period, and tells the other replicas. */
  #open(ms: number): void {
    const before = this.#openUntil()
    this.#extend(this.#epochMs() + Math.min(ms, this.#rules.maxOpenMs))
    const openUntil = this.#openUntil()
    if (openUntil > before) this.#channel?.publish({ openUntil, openMs: this.#backOffMs, reason: this.#reason })
  }

  #extend(until: number): void {
    this.#until = Math.max(this.#openUntil(), until)
    this.#setAt = this.#epochMs()
  }

  #close(): void {
    this.#until = 0
    this.#backOffMs = this.#rules.openMs
  }

  /** The end of the open period. One that began in the future, before the clock was set back, is over, and a trial is due. */
  #openUntil(): number {
    return this.#setAt > this.#epochMs() ? Math.min(this.#until, 1) : this.#until
  }

  /** The open period ends when a later attempt succeeds, not when its time has passed. */
  #isClosed(): boolean {
    return this.#until === 0
  }

  /** Until a regular trial is due, in milliseconds. */
  #leftMs(): number {
    return Math.max(this.#openUntil() - this.#epochMs(), 0)
  }

  /** Applies the latest state that another replica sent, once. */
  #receive(): void {
    const state = this.#channel?.latest()
    if (state === undefined || state === this.#received) return
    this.#received = state
    if (state.openUntil === 0) {
      this.#close()
      this.#failed = []
      return
    }
    this.#extend(Math.min(state.openUntil, this.#epochMs() + this.#rules.maxOpenMs))
    this.#backOffMs = Math.min(state.openMs, this.#rules.maxOpenMs)
    this.#reason = state.reason
  }

  /** States the reason but not the duration, so that all rejected callers get the same text. */
  #rejectionError(): UpstreamError {
    const reason = this.#reason
    const reasonText = reason ? ` after a failure (${reason.kind}: ${reason.message})` : ''
    return new UpstreamError('open', `requests to ${this.#host} are paused${reasonText}`, {
      retryAfterMs: this.#leftMs(),
      reason: { code: 'open', host: this.#host, after: reason?.kind },
    })
  }
}
