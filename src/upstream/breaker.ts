// Circuit breaker of one upstream host: opens after repeated failures, then lets one trial attempt through.
import {
  type BreakerNews,
  type BreakerRules,
  createLeave,
  createPause,
  forcedTrialEveryMs,
  type Pause,
} from './breaker-pause.ts'
import { policies, UpstreamError } from './errors.ts'

/** Rules for public sites: an outage is detected within a few asks, and a trial is made every half minute. */
export const breakerRules: BreakerRules = {
  failures: 5,
  pauseMs: 30_000,
  blockedMs: 5 * 60_000,
  longestMs: 60 * 60_000,
}

/** Permit of one attempt; exactly one of the three methods is called. */
interface Passage {
  succeeded(): void
  failed(failure: UpstreamError): void
  /** The attempt was abandoned for reasons that say nothing about the upstream. */
  withdrawn(): void
}

/**
 * Closed: all attempts pass. Open: none. Half-open, after the open period: one trial attempt
 * passes.
 */
export type BreakerState = 'closed' | 'open' | 'half-open'

/** `due` after the open period, `forced` during it. */
type Trial = 'due' | 'forced'

interface TrialOptions {
  /** The attempt may be the trial while the breaker is open. */
  readonly isForced?: boolean | undefined
}

export interface Breaker {
  /** The state for the next attempt; a forced one may see half-open while the breaker is open. */
  state(options?: TrialOptions): BreakerState
  /** Settles when the running trial ends, whatever its result; undefined if there is none. */
  trial(): Promise<void> | undefined
  /**
   * Settles when the other replicas have answered whether this one may make the trial that is due, which takes a
   * moment. Undefined if there is nothing to wait for.
   */
  leave(options?: TrialOptions): Promise<void> | undefined
  /**
   * Lets an attempt through. A forced attempt may be the trial while the breaker is open.
   * @throws UpstreamError `open`, with the remaining time.
   */
  enter(options?: TrialOptions): Passage
  /** The error for an attempt that would be rejected now; undefined if it would pass. */
  rest(): UpstreamError | undefined
}

/**
 * Creates the circuit breaker of `host`; `epochMs` is in epoch milliseconds. With `news` it shares its state with other
 * replicas.
 */
export function createBreaker(
  host: string,
  epochMs: () => number,
  rules: BreakerRules = breakerRules,
  news?: BreakerNews,
): Breaker {
  const pause = createPause(epochMs, rules, news)
  const { succeed, fail, ...tally } = createTally(pause, rules)
  const leave = createLeave(epochMs, pause, news)
  let trying: PromiseWithResolvers<void> | undefined

  const learn = () => {
    if (pause.learn() === 'closed') tally.forget()
  }
  const passage = (trial?: Trial): Passage => {
    const turn = tally.begin()
    const ending = (then: () => void) => () => {
      learn()
      then()
      if (!trial) return
      // The trial may have ended without a change that is published.
      if (trial === 'forced') news?.gaveUp()
      trying?.resolve()
      trying = undefined
    }
    return {
      succeeded: ending(() => succeed(turn, trial)),
      failed: (failure) => ending(() => fail(turn, trial, failure))(),
      withdrawn: ending(() => (trial ? news?.gaveUp() : undefined)),
    }
  }

  const mayEnter = ({ isForced = false }: TrialOptions = {}) => {
    learn()
    return pause.isOver() || (isTrialDue(pause, isForced) && !trying && leave.isGiven())
  }
  return {
    rest: () => (mayEnter() ? undefined : leftAlone(host, pause)),
    enter(options) {
      if (!mayEnter(options)) throw leftAlone(host, pause)
      if (pause.isOver()) return passage()
      leave.use()
      trying = Promise.withResolvers()
      pause.forcing.putOff(forcedTrialEveryMs)
      return passage(pause.lasts() ? 'forced' : 'due')
    },
    state({ isForced = false } = {}) {
      learn()
      if (pause.isOver()) return 'closed'
      return isTrialDue(pause, isForced) || trying ? 'half-open' : 'open'
    },
    trial: () => trying?.promise,
    leave({ isForced = false } = {}) {
      learn()
      return trying || pause.isOver() || !isTrialDue(pause, isForced) ? undefined : leave.ask()
    },
  }
}

/**
 * Creates the failure counter that opens and closes the breaker. Attempts are ordered by when they started: of a
 * hundred that start together, the hanging ones end last, one after the other, and that is not an outage. A failure
 * counts until an attempt that started after it succeeds.
 */
function createTally(pause: Pause, rules: BreakerRules) {
  const turns = { begun: 0, lastGood: 0 }
  let failed: number[] = []

  function succeed(turn: number, trial: Trial | undefined): void {
    turns.lastGood = Math.max(turns.lastGood, turn)
    failed = failed.filter((earlier) => earlier > turns.lastGood)
    // An answer that was in flight when others failed does not prove that the upstream has recovered.
    if (pause.isOver() || trial) pause.end()
  }
  function openIfNeeded(trial: Trial | undefined, { kind, retryAfterMs }: UpstreamError): void {
    if (trial) pause.lengthen()
    if (policies[kind].breaker === 'at once') pause.begin(retryAfterMs ?? rules.blockedMs)
    else if (trial || (failed.length >= rules.failures && pause.isOver())) pause.begin(retryAfterMs ?? 0, 'usual')
  }
  return {
    begin() {
      turns.begun += 1
      return turns.begun
    },
    succeed,
    fail(turn: number, trial: Trial | undefined, failure: UpstreamError): void {
      // The upstream responds, so it is not down, even if its answer is useless.
      if (policies[failure.kind].breaker === 'no') {
        succeed(turn, trial)
        return
      }
      pause.because(failure)
      if (turn > turns.lastGood) failed.push(turn)
      // Repeated forced trials must not lengthen the back-off for everyone; only the upstream may set the time.
      if (trial === 'forced' && pause.lasts()) pause.begin(failure.retryAfterMs ?? 0)
      else openIfNeeded(trial, failure)
    },
    forget(): void {
      failed = []
    },
  }
}

/** Whether a trial may start: the open period is over, or a forced trial is allowed. */
function isTrialDue(pause: Pause, isForced: boolean): boolean {
  return !pause.lasts() || (isForced && pause.forcing.isDue())
}

/** States the reason but not the duration, so that all rejected callers get the same text. */
function leftAlone(host: string, pause: Pause): UpstreamError {
  const reason = pause.reason()
  const why = reason ? ` after a failure (${reason.kind}: ${reason.message})` : ''
  return new UpstreamError('open', `requests to ${host} are paused${why}`, { retryAfterMs: pause.leftMs() })
}
