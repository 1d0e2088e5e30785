// Timeout of one attempt: aborts when the whole attempt takes too long, or the first byte is overdue for this host.
import { UpstreamError } from '../errors.ts'
import type { UpstreamHost } from './hosts.ts'

/** Clocks: the time of day, one for durations, and how busy this process was. */
export interface ProcessClocks {
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Milliseconds of a clock that is never set. */
  readonly monotonicMs: () => number
  /** Milliseconds for which the event loop of this process has been active so far. */
  readonly activeMs: () => number
}

/** Interval at which the first-byte timeout is checked: other answers of the host may change it meanwhile. */
const checkIntervalMs = 250

/** The parameters of an attempt. */
interface AttemptBudget {
  readonly attemptMs: number
  /** Whether another attempt is allowed and has enough time; if not, aborting early gains nothing. */
  readonly mayTryAgain: () => boolean
}

/** Upper bound for extending an attempt while the event loop is blocked, as a factor of its time. */
const maxExtension = 3

/** Timer delay that does not count as event loop lag. */
const slackMs = 20

/** Measures event loop lag: an answer that arrives during a lag waits unread, which is not the upstream's fault. */
function createLagMeter(monotonicMs: () => number) {
  let due = monotonicMs() + checkIntervalMs
  let sum = 0
  /** Total lag so far. Resets the due time, so that the lag of a timer that is overdue now is not counted twice. */
  const eventLoopLagMs = () => {
    const lateMs = monotonicMs() - due
    if (lateMs <= slackMs) return sum
    sum += lateMs
    due = monotonicMs()
    return sum
  }
  return {
    lostMs: eventLoopLagMs,
    /** Called every `checkIntervalMs`; returns the total lag so far. */
    look() {
      const lagMs = eventLoopLagMs()
      due = monotonicMs() + checkIntervalMs
      return lagMs
    },
  }
}

export interface AttemptTimeout {
  readonly signal: AbortSignal
  /** Records that the first byte arrived. */
  firstByte(): void
  stop(): void
}

/**
 * Starts the timeout of one attempt. It has its own signal, because a retry must not inherit an aborted one. The signal
 * aborts with `UpstreamError('timeout')` after `attemptMs`, or earlier if the first byte is overdue for this host and
 * another attempt is possible, or with the reason of `outer`. Event loop lag does not count. For the first byte, no
 * time in which the event loop was active counts: connecting, the TLS handshake and reading the head take many turns,
 * and each of them is late when a hundred requests run.
 */
export function startAttemptTimeout(
  host: UpstreamHost,
  budget: AttemptBudget,
  outer: AbortSignal,
  { monotonicMs, activeMs }: Omit<ProcessClocks, 'epochMs'>,
): AttemptTimeout {
  const { attemptMs, mayTryAgain } = budget
  const controller = new AbortController()
  const startedAt = monotonicMs()
  const activeBefore = activeMs()
  const waiting = host.adaptiveTimeout.startWait()
  const abortWithOuter = () => controller.abort(outer.reason)
  const lag = createLagMeter(monotonicMs)
  let timeout = setTimeout(onTimeout, attemptMs)
  let extendedMs = 0
  function onTimeout() {
    const eventLoopLagMs = lag.lostMs()
    const extensionMs = Math.min(eventLoopLagMs - extendedMs, startedAt + attemptMs * maxExtension - monotonicMs())
    extendedMs = eventLoopLagMs
    if (extensionMs > 0) timeout = setTimeout(onTimeout, extensionMs)
    else controller.abort(new UpstreamError('timeout', 'no whole answer in time'))
  }
  let hasFirstByte = false
  const firstByteCheck = setInterval(() => {
    const busyMs = Math.max(lag.look(), activeMs() - activeBefore)
    const timeoutMs = waiting.timeoutMs()
    if (hasFirstByte || timeoutMs === undefined || monotonicMs() - startedAt - busyMs < timeoutMs || !mayTryAgain())
      return
    clearInterval(firstByteCheck)
    waiting.timedOut()
    controller.abort(
      new UpstreamError('timeout', 'no first byte in the time this host usually takes', {
        reason: { code: 'no_first_byte' },
      }),
    )
  }, checkIntervalMs)
  outer.addEventListener('abort', abortWithOuter, { once: true })
  return {
    signal: controller.signal,
    firstByte: () => {
      hasFirstByte = true
      waiting.firstByte(monotonicMs() - startedAt)
    },
    stop: () => {
      clearInterval(firstByteCheck)
      clearTimeout(timeout)
      outer.removeEventListener('abort', abortWithOuter)
    },
  }
}
