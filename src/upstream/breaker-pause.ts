// How long an upstream is left alone, what replicas tell each other of that, and which of them tries when it is time.
import type { UpstreamError } from './errors.ts'

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

/** How a breaker was said to be. */
export interface Told {
  /** It stays open until then (epoch milliseconds); 0 when it is shut. */
  readonly until: number
  /** How long it was open, from which the next pause is reckoned when the trial fails. */
  readonly pauseMs: number
  readonly reason: UpstreamError | undefined
}

/** What replicas tell each other of one breaker. */
export interface BreakerNews {
  /** What another said last; the same object until there is something new. */
  latest(): Told | undefined
  opened(told: Told): void
  shut(): void
  /**
   * May this replica make the trial? Of all only one may, for some seconds, or until it says how the trial ended. One that is forced while
   * the pause lasts is made once in `forcedTrialEveryMs` over all of them.
   */
  mayTry(isForced: boolean): Promise<boolean>
  /** The trial ended without saying anything new of the upstream: another may make one. */
  gaveUp(): void
}

export type Pause = ReturnType<typeof createPause>

/** While the pause lasts a forced trial comes no sooner after the trial before it, however many force. */
export const forcedTrialEveryMs = 10_000

/** So much longer it must become before others are told again: of a hundred that are refused at once each makes it a little longer. */
const toldAgainMs = 1_000

/** Makes what says how long an upstream is left alone. It is over when an attempt after it has succeeded, not when its time has passed. */
export function createPause(now: () => number, rules: BreakerRules, news: BreakerNews | undefined) {
  let until = 0
  let usualMs = rules.pauseMs
  let reason: UpstreamError | undefined
  let seen: Told | undefined
  const forcing = createForcing(now)

  function end(): void {
    until = 0
    usualMs = rules.pauseMs
  }

  return {
    /** Takes up what others have said. */
    learn(): 'shut' | undefined {
      const told = news?.latest()
      if (told === undefined || told === seen) return undefined
      seen = told
      if (told.until === 0) {
        end()
        return 'shut'
      }
      until = Math.max(until, Math.min(told.until, now() + rules.longestMs))
      usualMs = Math.min(told.pauseMs, rules.longestMs)
      reason = told.reason
      return undefined
    },
    isOver: () => until === 0,
    /** Is it not even time for a trial? */
    lasts: () => until > now(),
    forcing,
    leftMs: () => Math.max(until - now(), 0),
    reason: () => reason,
    because(failure: UpstreamError): void {
      reason = failure
    },
    lengthen(): void {
      usualMs = Math.min(usualMs * 2, rules.longestMs)
    },
    /** For so long, or, if it is `usual`, for as long as it is the custom if that is longer. */
    begin(ms: number, kind?: 'usual'): void {
      const next = now() + Math.min(kind ? Math.max(ms, usualMs) : ms, rules.longestMs)
      const isNews = until <= now() || next - until >= toldAgainMs
      until = Math.max(until, next)
      if (isNews) news?.opened({ until, pauseMs: usualMs, reason })
    },
    /** Lets it go on for a moment, without a word to others. */
    goOn(ms: number): void {
      until = Math.max(until, now() + ms)
      forcing.putOff(ms)
    },
    end(): void {
      if (until > 0) news?.shut()
      end()
    },
  }
}

/** Makes what says when a trial may be forced while the pause lasts. */
function createForcing(now: () => number) {
  let dueAt = 0
  return {
    isDue: () => dueAt <= now(),
    putOff(ms: number): void {
      dueAt = Math.max(dueAt, now() + ms)
    },
  }
}

/** Who may make the trial begins it within this time. */
const leaveMs = 5_000
/** Another makes the trial; how it ended is told, and looked at again after this long in case that was missed. */
const othersTrialMs = 1_000

/** Makes what asks other replicas for leave to make the trial; nobody needs to be asked without `news`. */
export function createLeave(now: () => number, pause: Pause, news: BreakerNews | undefined) {
  let givenUntil = 0
  let asked: Promise<void> | undefined
  const isGiven = () => news === undefined || givenUntil > now()
  return {
    isGiven,
    use(): void {
      givenUntil = 0
    },
    ask(): Promise<void> | undefined {
      if (news === undefined || isGiven()) return undefined
      asked ??= news.mayTry(pause.lasts()).then((may) => {
        asked = undefined
        if (may) givenUntil = now() + leaveMs
        else pause.goOn(othersTrialMs)
      })
      return asked
    },
  }
}
