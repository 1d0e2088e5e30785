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

/** However busy this process is, an attempt takes at most so many times what it is given. */
const mostOverdue = 3

/** What a look may come late without meaning anything. */
const slackMs = 100

/** How long this process was too busy to listen: an answer that has come in that time lies unread, and its upstream is not to blame. */
function createLag(now: () => number) {
  let looked = now()
  let sum = 0
  return {
    /** Called every `lookEveryMs`: how late it is called. */
    look() {
      const lateMs = now() - looked - lookEveryMs
      looked = now()
      if (lateMs <= slackMs) return 0
      sum += lateMs
      return lateMs
    },
    /** All that was lost since it was last taken, the time since the last look included. */
    takeMs() {
      const lateMs = now() - looked - lookEveryMs
      const lost = sum + (lateMs > slackMs ? lateMs : 0)
      sum = 0
      return lost
    },
  }
}

/**
 * Starts the clock of one attempt. It has a signal of its own (a retry must not inherit one that has fired), which aborts with
 * `UpstreamError('timeout')` after `attemptMs`, or earlier when the host's patience for a first byte ends and another attempt can be
 * made, or with the outer signal's reason. Time in which this process was too busy to listen does not count.
 */
export function startClock(host: Host, given: Given, outer: AbortSignal, now: () => number): AttemptClock {
  const { attemptMs, mayTryAgain } = given
  const ending = new AbortController()
  const started = now()
  const waiting = host.patience.begin()
  const endOuter = () => ending.abort(outer.reason)
  const lag = createLag(now)
  let whole = setTimeout(endWhole, attemptMs)
  function endWhole() {
    const postponedMs = Math.min(lag.takeMs(), started + attemptMs * mostOverdue - now())
    if (postponedMs > 0) whole = setTimeout(endWhole, postponedMs)
    else ending.abort(new UpstreamError('timeout', 'no whole answer in time'))
  }
  let heard = false
  let idleMs = 0
  const look = setInterval(() => {
    idleMs += lag.look()
    const longestMs = waiting.longestMs()
    if (heard || longestMs === undefined || now() - started - idleMs < longestMs || !mayTryAgain()) return
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
