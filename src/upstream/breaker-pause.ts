// Timing of a circuit breaker: how long it stays open, what replicas share about it, and which replica makes the trial.
import type { UpstreamError } from './errors.ts'

/** When a breaker opens, and for how long. */
export interface BreakerRules {
  /** Number of counted failures that open it, among the attempts started after the latest successful one. */
  readonly failures: number
  /** How long it stays open the first time, in milliseconds; doubled each time the trial fails. */
  readonly pauseMs: number
  /** How long it stays open, in milliseconds, when the upstream blocks us without a Retry-After. */
  readonly blockedMs: number
  /** Maximum open period in milliseconds, whatever its cause. */
  readonly longestMs: number
}

/** The state of a breaker as replicas share it. */
export interface Told {
  /** Open until this time (epoch milliseconds); 0 if closed. */
  readonly until: number
  /** Length of the open period in milliseconds; the next one is derived from it if the trial fails. */
  readonly pauseMs: number
  readonly reason: UpstreamError | undefined
}

/** The state of a closed breaker. */
export const closedState: Told = { until: 0, pauseMs: 0, reason: undefined }

export function isClosed({ until }: Told): boolean {
  return until === 0
}

/** Channel over which replicas share the state of one breaker. */
export interface BreakerNews {
  /** The latest state that another replica sent; the same object until a new one arrives. */
  latest(): Told | undefined
  opened(told: Told): void
  shut(): void
  /**
   * Whether this replica may make the trial. Only one replica may, for a few seconds or until it reports the result.
   * Forced trials while the breaker is open are limited to one per `forcedTrialEveryMs` across all replicas.
   */
  mayTry(trial: { readonly isForced: boolean }): Promise<boolean>
  /** The trial ended without a result: another replica may make one. */
  gaveUp(): void
}

export type Pause = ReturnType<typeof createPause>

/** Minimum time between forced trials while the breaker is open. */
export const forcedTrialEveryMs = 10_000

/**
 * Minimum extension of the open period that is published again: each of a hundred requests that are rejected at once
 * extends it a little.
 */
const toldAgainMs = 1_000

/** Creates the open period of a breaker. It ends when a later attempt succeeds, not when its time has passed. */
export function createPause(epochMs: () => number, rules: BreakerRules, news: BreakerNews | undefined) {
  let until = 0
  let usualMs = rules.pauseMs
  let reason: UpstreamError | undefined
  let seen: Told | undefined
  const forcing = createForcing(epochMs)

  function end(): void {
    until = 0
    usualMs = rules.pauseMs
  }

  return {
    /** Applies the latest state that another replica sent. */
    learn(): 'closed' | undefined {
      const told = news?.latest()
      if (told === undefined || told === seen) return undefined
      seen = told
      if (isClosed(told)) {
        end()
        return 'closed'
      }
      until = Math.max(until, Math.min(told.until, epochMs() + rules.longestMs))
      usualMs = Math.min(told.pauseMs, rules.longestMs)
      reason = told.reason
      return undefined
    },
    isOver: () => until === 0,
    /** Whether the open period still runs, so that no regular trial is due. */
    lasts: () => until > epochMs(),
    forcing,
    leftMs: () => Math.max(until - epochMs(), 0),
    reason: () => reason,
    because(failure: UpstreamError): void {
      reason = failure
    },
    lengthen(): void {
      usualMs = Math.min(usualMs * 2, rules.longestMs)
    },
    /** Starts an open period of `ms`; with `usual`, of the current back-off if that is longer. */
    begin(ms: number, kind?: 'usual'): void {
      const next = epochMs() + Math.min(kind ? Math.max(ms, usualMs) : ms, rules.longestMs)
      const isNews = until <= epochMs() || next - until >= toldAgainMs
      until = Math.max(until, next)
      if (isNews) news?.opened({ until, pauseMs: usualMs, reason })
    },
    /** Extends the open period briefly, without publishing it. */
    goOn(ms: number): void {
      until = Math.max(until, epochMs() + ms)
      forcing.putOff(ms)
    },
    end(): void {
      if (until > 0) news?.shut()
      end()
    },
  }
}

/** Creates the limit on forced trials while the breaker is open. */
function createForcing(epochMs: () => number) {
  let dueAt = 0
  return {
    isDue: () => dueAt <= epochMs(),
    putOff(ms: number): void {
      dueAt = Math.max(dueAt, epochMs() + ms)
    },
  }
}

/** Time in which a permitted trial has to start. */
const leaveMs = 5_000
/** Delay until the state is read again while another replica makes the trial, in case its result message was lost. */
const othersTrialMs = 1_000

/** Creates the permission to make the trial, which other replicas may hold; without a channel it is always given. */
export function createLeave(epochMs: () => number, pause: Pause, news: BreakerNews | undefined) {
  let givenUntil = 0
  let asked: Promise<void> | undefined
  const isGiven = () => news === undefined || givenUntil > epochMs()
  return {
    isGiven,
    use(): void {
      givenUntil = 0
    },
    ask(): Promise<void> | undefined {
      if (news === undefined || isGiven()) return undefined
      asked ??= news.mayTry({ isForced: pause.lasts() }).then((may) => {
        asked = undefined
        if (may) givenUntil = epochMs() + leaveMs
        else pause.goOn(othersTrialMs)
      })
      return asked
    },
  }
}
