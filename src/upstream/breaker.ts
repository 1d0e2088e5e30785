// The breaker of one upstream: after enough failures nobody asks for a while, then one attempt tries.
import {
  type BreakerNews,
  type BreakerRules,
  createLeave,
  createPause,
  forcedTrialEveryMs,
  type Pause,
} from './breaker-pause.ts'
import { policies, UpstreamError } from './errors.ts'

/** Rules that suit public sites: an outage is noticed within a few asks and tried again every half minute. */
export const breakerRules: BreakerRules = {
  failures: 5,
  pauseMs: 30_000,
  blockedMs: 5 * 60_000,
  longestMs: 60 * 60_000,
}

/** One attempt's way through the breaker; exactly one of the three is called. */
interface Passage {
  succeeded(): void
  failed(failure: UpstreamError): void
  /** The attempt was given up for reasons that say nothing of the upstream. */
  withdrawn(): void
}

/** Shut, everybody passes; open, nobody; on trial once the pause is over: one attempt tries, or the next will. */
export type BreakerState = 'shut' | 'open' | 'on trial'

/** `due` when the pause has passed, `forced` while it lasts. */
type Trial = 'due' | 'forced'

export interface Breaker {
  /** How it is for an attempt; for one that is forced `on trial` where that may be the trial. */
  state(isForced?: boolean): BreakerState
  /** The trial that is under way after a pause: it ends, however it ends, before anybody else need ask. */
  trial(): Promise<void> | undefined
  /** The word of other replicas whether this one may make the trial that is due; it comes at once. Nothing when there is none to wait for. */
  leave(isForced?: boolean): Promise<void> | undefined
  /** Lets an attempt through, or throws `UpstreamError('open')` saying how long it stays so. One that is forced may be the trial while the pause lasts. */
  enter(isForced?: boolean): Passage
  /** The error for who would enter now, while nobody may. */
  rest(): UpstreamError | undefined
}

/** Makes the breaker of the upstream `host`; `now` is in epoch milliseconds. With `news` it goes by what other replicas say too. */
export function createBreaker(
  host: string,
  now: () => number,
  rules: BreakerRules = breakerRules,
  news?: BreakerNews,
): Breaker {
  const pause = createPause(now, rules, news)
  const { succeed, fail, ...tally } = createTally(pause, rules)
  const leave = createLeave(now, pause, news)
  let trying: PromiseWithResolvers<void> | undefined

  const learn = () => {
    if (pause.learn() === 'shut') tally.forget()
  }
  const passage = (trial?: Trial): Passage => {
    const turn = tally.begin()
    const ending = (then: () => void) => () => {
      learn()
      then()
      if (!trial) return
      // It may have changed nothing that others are told.
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

  const mayEnter = (isForced = false) => {
    learn()
    return pause.isOver() || (isTrialDue(pause, isForced) && !trying && leave.isGiven())
  }
  return {
    rest: () => (mayEnter() ? undefined : leftAlone(host, pause)),
    enter(isForced) {
      if (!mayEnter(isForced)) throw leftAlone(host, pause)
      if (pause.isOver()) return passage()
      leave.use()
      trying = Promise.withResolvers()
      pause.forcing.putOff(forcedTrialEveryMs)
      return passage(pause.lasts() ? 'forced' : 'due')
    },
    state(isForced = false) {
      learn()
      if (pause.isOver()) return 'shut'
      return isTrialDue(pause, isForced) || trying ? 'on trial' : 'open'
    },
    trial: () => trying?.promise,
    leave(isForced = false) {
      learn()
      return trying || pause.isOver() || !isTrialDue(pause, isForced) ? undefined : leave.ask()
    },
  }
}

/**
 * Makes the count of failures, by which a pause begins and ends. Attempts are compared in the order in which they were begun: of a hundred begun
 * at once the hung ones end last, one after the other, and that is no outage. A failure counts as long as no attempt begun after it has succeeded.
 */
function createTally(pause: Pause, rules: BreakerRules) {
  const turns = { begun: 0, lastGood: 0 }
  let failed: number[] = []

  function succeed(turn: number, trial: Trial | undefined): void {
    turns.lastGood = Math.max(turns.lastGood, turn)
    failed = failed.filter((earlier) => earlier > turns.lastGood)
    // An answer that was under way when others failed does not prove that the upstream is well again.
    if (pause.isOver() || trial) pause.end()
  }
  function rest(trial: Trial | undefined, { kind, retryAfterMs }: UpstreamError): void {
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
      // The upstream is there and answers; that the answer is of no use to us is another matter.
      if (policies[failure.kind].breaker === 'no') {
        succeed(turn, trial)
        return
      }
      pause.because(failure)
      if (turn > turns.lastGood) failed.push(turn)
      // Who forces it over and over does not make everybody wait longer; how long to wait the upstream itself may say.
      if (trial === 'forced' && pause.lasts()) pause.begin(failure.retryAfterMs ?? 0)
      else rest(trial, failure)
    },
    forget(): void {
      failed = []
    },
  }
}

/** May a trial begin: its time has come, or somebody forces one and may? */
function isTrialDue(pause: Pause, isForced: boolean): boolean {
  return !pause.lasts() || (isForced && pause.forcing.isDue())
}

/** Says why, and not for how long: the same words for all who ask meanwhile. */
function leftAlone(host: string, pause: Pause): UpstreamError {
  const reason = pause.reason()
  const why = reason ? ` after it failed (${reason.kind}: ${reason.message})` : ''
  return new UpstreamError('open', `${host} is left alone for a while${why}`, { retryAfterMs: pause.leftMs() })
}
