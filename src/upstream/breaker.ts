// The breaker of one upstream: after enough failures nobody asks for a while, then one attempt tries.
import { policies, UpstreamError } from './errors.ts'

/** When a breaker opens and for how long. */
export interface BreakerRules {
  /** Counted failures that open it, among the attempts begun since the latest one that succeeded. */
  readonly failures: number
  /** How long it stays open the first time; doubled each time the trial attempt fails too. */
  readonly pauseMs: number
  /** How long it stays open when the upstream blocks us without saying for how long. */
  readonly blockedMs: number
  /** Longest pause, however it came about. */
  readonly longestMs: number
}

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

export interface Breaker {
  state(): BreakerState
  /** The trial that is under way after a pause: it ends, however it ends, before anybody else need ask. */
  trial(): Promise<void> | undefined
  /** Lets an attempt through, or throws `UpstreamError('open')` saying how long it stays so. */
  enter(): Passage
}

/** Makes the breaker of the upstream `host`; `now` is in epoch milliseconds. */
export function createBreaker(host: string, now: () => number, rules: BreakerRules = breakerRules): Breaker {
  const turns = { begun: 0, lastGood: 0 }
  let failed: number[] = []
  let pauseMs = rules.pauseMs
  let openUntil = 0
  let trying: PromiseWithResolvers<void> | undefined
  let reason: UpstreamError | undefined

  const open = (forMs: number) => {
    openUntil = Math.max(openUntil, now() + Math.min(forMs, rules.longestMs))
  }

  // Attempts are compared in the order in which they were begun: of a hundred begun at once the hung ones end last, one after
  // the other, and that is no outage. A failure counts as long as no attempt begun after it has succeeded.
  const succeed = (turn: number, trial: boolean) => {
    turns.lastGood = Math.max(turns.lastGood, turn)
    failed = failed.filter((earlier) => earlier > turns.lastGood)
    // An answer that was under way when others failed does not prove that the upstream is well again.
    if (openUntil > 0 && !trial) return
    openUntil = 0
    pauseMs = rules.pauseMs
  }

  const fail = (turn: number, trial: boolean, failure: UpstreamError) => {
    const { breaker } = policies[failure.kind]
    // The upstream is there and answers; that the answer is of no use to us is another matter.
    if (breaker === 'no') return succeed(turn, trial)
    reason = failure
    if (turn > turns.lastGood) failed.push(turn)
    if (trial) pauseMs = Math.min(pauseMs * 2, rules.longestMs)
    if (breaker === 'at once') open(failure.retryAfterMs ?? rules.blockedMs)
    else if (trial || (failed.length >= rules.failures && openUntil === 0))
      open(Math.max(pauseMs, failure.retryAfterMs ?? 0))
  }

  const passage = (trial: boolean): Passage => {
    const turn = ++turns.begun
    const ending = (then?: () => void) => () => {
      then?.()
      if (!trial) return
      trying?.resolve()
      trying = undefined
    }
    return {
      succeeded: ending(() => succeed(turn, trial)),
      failed: (failure) => ending(() => fail(turn, trial, failure))(),
      withdrawn: ending(),
    }
  }

  const enter = () => {
    if (openUntil === 0) return passage(false)
    if (openUntil > now() || trying) throw leftAlone(host, Math.max(openUntil - now(), 0), reason)
    trying = Promise.withResolvers()
    return passage(true)
  }

  return { enter, state: () => stateOf(openUntil, now(), trying !== undefined), trial: () => trying?.promise }
}

function stateOf(openUntil: number, now: number, isTrying: boolean): BreakerState {
  if (openUntil === 0) return 'shut'
  return openUntil > now && !isTrying ? 'open' : 'on trial'
}

/** Says why, and not for how long: the same words for all who ask meanwhile. */
function leftAlone(host: string, retryAfterMs: number, reason: UpstreamError | undefined): UpstreamError {
  const why = reason ? ` after it failed (${reason.kind}: ${reason.message})` : ''
  return new UpstreamError('open', `${host} is left alone for a while${why}`, { retryAfterMs })
}
