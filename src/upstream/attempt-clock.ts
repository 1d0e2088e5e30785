// The time of one attempt: cut off when the whole takes too long, or when the first byte is overdue for this host.
import { UpstreamError } from './errors.ts'
import type { Host } from './hosts.ts'

export interface AttemptClock {
  readonly signal: AbortSignal
  /** The first byte has come. */
  heard(): void
  stop(): void
}

/** What tells how time passes, and what this process does with it. */
export interface PassingTime {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** For how many milliseconds this process has been busy so far. */
  readonly activeMs: () => number
}

/** What is known of the host grows while we wait, so the time to give up is looked at again and again. */
const lookEveryMs = 250

/** What an attempt is given. */
interface Given {
  readonly attemptMs: number
  /** Are there leave and time for another attempt? Without, giving up early would gain nothing. */
  readonly mayTryAgain: () => boolean
}

/** However busy this process is, an attempt takes at most so many times what it is given. */
const mostOverdue = 3

/** What a look may come late without meaning anything. */
const slackMs = 20

/** How long this process was too busy to listen: an answer that has come in that time lies unread, and its upstream is not to blame. */
function createLag(now: () => number) {
  let due = now() + lookEveryMs
  let sum = 0
  /** All that was lost so far. What was counted once is over: the look that is overdue now is not late by it again. */
  const lostMs = () => {
    const lateMs = now() - due
    if (lateMs <= slackMs) return sum
    sum += lateMs
    due = now()
    return sum
  }
  return {
    lostMs,
    /** Called every `lookEveryMs`: all that was lost so far. */
    look() {
      const lost = lostMs()
      due = now() + lookEveryMs
      return lost
    },
  }
}

/**
 * Starts the clock of one attempt. It has a signal of its own (a retry must not inherit one that has fired), which aborts with
 * `UpstreamError('timeout')` after `attemptMs`, or earlier when the host's patience for a first byte ends and another attempt can be
 * made, or with the outer signal's reason. Time in which this process was too busy to listen does not count; for the first byte no time in which it was
 * busy at all: to begin, to greet and to hear an answer takes many turns, and among a hundred others each of them comes late.
 */
export function startClock(host: Host, given: Given, outer: AbortSignal, { now, activeMs }: PassingTime): AttemptClock {
  const { attemptMs, mayTryAgain } = given
  const ending = new AbortController()
  const started = now()
  const activeBefore = activeMs()
  const waiting = host.patience.begin()
  const endOuter = () => ending.abort(outer.reason)
  const lag = createLag(now)
  let whole = setTimeout(endWhole, attemptMs)
  let grantedMs = 0
  function endWhole() {
    const lostMs = lag.lostMs()
    const postponedMs = Math.min(lostMs - grantedMs, started + attemptMs * mostOverdue - now())
    grantedMs = lostMs
    if (postponedMs > 0) whole = setTimeout(endWhole, postponedMs)
    else ending.abort(new UpstreamError('timeout', 'no whole answer in time'))
  }
  let heard = false
  const look = setInterval(() => {
    const busyMs = Math.max(lag.look(), activeMs() - activeBefore)
    const longestMs = waiting.longestMs()
    if (heard || longestMs === undefined || now() - started - busyMs < longestMs || !mayTryAgain()) return
    clearInterval(look)
    waiting.gaveUp()
    ending.abort(new UpstreamError('timeout', 'no first byte in the time this host usually takes'))
  }, lookEveryMs)
  outer.addEventListener('abort', endOuter, { once: true })
  return {
    signal: ending.signal,
    heard: () => {
      heard = true
      waiting.heard(now() - started)
    },
    stop: () => {
      clearInterval(look)
      clearTimeout(whole)
      outer.removeEventListener('abort', endOuter)
    },
  }
}
