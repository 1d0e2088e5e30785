// The time of one attempt: cut off when the whole takes too long, or when the first byte is overdue for this host.
import { UpstreamError } from './errors.ts'
import type { Host } from './hosts.ts'

export interface AttemptClock {
  readonly signal: AbortSignal
  /** The first byte has come. */
  heard(): void
  stop(): void
}

/** What is known of the host grows while we wait, so the time to give up is looked at again and again. */
const lookEveryMs = 250

/** What an attempt is given. */
interface Given {
  readonly attemptMs: number
  /** Are there leave and time for another attempt? Without, giving up early would gain nothing. */
  readonly mayTryAgain: () => boolean
}

/**
 * Starts the clock of one attempt. It has a signal of its own (a retry must not inherit one that has fired), which aborts with
 * `UpstreamError('timeout')` after `attemptMs`, or earlier when the host's patience for a first byte ends and another attempt can be
 * made, or with the outer signal's reason.
 */
export function startClock(host: Host, given: Given, outer: AbortSignal, now: () => number): AttemptClock {
  const { attemptMs, mayTryAgain } = given
  const ending = new AbortController()
  const started = now()
  const waiting = host.patience.begin()
  const endOuter = () => ending.abort(outer.reason)
  const whole = setTimeout(() => {
    ending.abort(new UpstreamError('timeout', 'no whole answer in time'))
  }, attemptMs)
  const firstByte = setInterval(() => {
    const longestMs = waiting.longestMs()
    if (longestMs === undefined || now() - started < longestMs || !mayTryAgain()) return
    clearInterval(firstByte)
    waiting.gaveUp()
    ending.abort(new UpstreamError('timeout', 'no first byte in the time this host usually takes'))
  }, lookEveryMs)
  outer.addEventListener('abort', endOuter, { once: true })
  return {
    signal: ending.signal,
    heard: () => {
      clearInterval(firstByte)
      waiting.heard(now() - started)
    },
    stop: () => {
      clearInterval(firstByte)
      clearTimeout(whole)
      outer.removeEventListener('abort', endOuter)
    },
  }
}
