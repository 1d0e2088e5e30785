// Timeout of one attempt: aborts when the whole attempt takes too long, or the first byte is overdue for this host.
import { UpstreamError } from './errors.ts'
import type { Host } from './hosts.ts'

export interface AttemptClock {
  readonly signal: AbortSignal
  /** Records that the first byte arrived. */
  heard(): void
  stop(): void
}

/** Clocks: the current time, and how busy this process was. */
export interface PassingTime {
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Milliseconds for which the event loop of this process has been active so far. */
  readonly activeMs: () => number
}

/** Interval at which the first-byte timeout is checked: other answers of the host may change it meanwhile. */
const lookEveryMs = 250

/** What an attempt is given. */
interface Given {
  readonly attemptMs: number
  /** Whether another attempt is allowed and has enough time; if not, aborting early gains nothing. */
  readonly mayTryAgain: () => boolean
}

/** Upper bound for extending an attempt while the event loop is blocked, as a factor of its time. */
const mostOverdue = 3

/** Timer delay that does not count as event loop lag. */
const slackMs = 20

/** Measures event loop lag: an answer that arrives during a lag waits unread, which is not the upstream's fault. */
function createLag(epochMs: () => number) {
  let due = epochMs() + lookEveryMs
  let sum = 0
  /** Total lag so far. Resets the due time, so that the lag of a timer that is overdue now is not counted twice. */
  const lostMs = () => {
    const lateMs = epochMs() - due
    if (lateMs <= slackMs) return sum
    sum += lateMs
    due = epochMs()
    return sum
  }
  return {
    lostMs,
    /** Called every `lookEveryMs`; returns the total lag so far. */
    look() {
      const lost = lostMs()
      due = epochMs() + lookEveryMs
      return lost
    },
  }
}

/**
 * Starts the timeout of one attempt. It has its own signal, because a retry must not inherit an aborted one. The signal
 * aborts with `UpstreamError('timeout')` after `attemptMs`, or earlier if the first byte is overdue for this host and
 * another attempt is possible, or with the reason of `outer`. Event loop lag does not count. For the first byte, no
 * time in which the event loop was active counts: connecting, the TLS handshake and reading the head take many turns,
 * and each of them is late when a hundred requests run.
 */
export function startClock(
  host: Host,
  given: Given,
  outer: AbortSignal,
  { epochMs, activeMs }: PassingTime,
): AttemptClock {
  const { attemptMs, mayTryAgain } = given
  const ending = new AbortController()
  const startedAt = epochMs()
  const activeBefore = activeMs()
  const waiting = host.patience.begin()
  const abortWithOuter = () => ending.abort(outer.reason)
  const lag = createLag(epochMs)
  let timeout = setTimeout(onTimeout, attemptMs)
  let grantedMs = 0
  function onTimeout() {
    const lostMs = lag.lostMs()
    const postponedMs = Math.min(lostMs - grantedMs, startedAt + attemptMs * mostOverdue - epochMs())
    grantedMs = lostMs
    if (postponedMs > 0) timeout = setTimeout(onTimeout, postponedMs)
    else ending.abort(new UpstreamError('timeout', 'no whole answer in time'))
  }
  let hasFirstByte = false
  const firstByteCheck = setInterval(() => {
    const busyMs = Math.max(lag.look(), activeMs() - activeBefore)
    const longestMs = waiting.longestMs()
    if (hasFirstByte || longestMs === undefined || epochMs() - startedAt - busyMs < longestMs || !mayTryAgain()) return
    clearInterval(firstByteCheck)
    waiting.gaveUp()
    ending.abort(new UpstreamError('timeout', 'no first byte in the time this host usually takes'))
  }, lookEveryMs)
  outer.addEventListener('abort', abortWithOuter, { once: true })
  return {
    signal: ending.signal,
    heard: () => {
      hasFirstByte = true
      waiting.heard(epochMs() - startedAt)
    },
    stop: () => {
      clearInterval(firstByteCheck)
      clearTimeout(timeout)
      outer.removeEventListener('abort', abortWithOuter)
    },
  }
}
