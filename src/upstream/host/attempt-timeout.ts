// Timeout of one attempt: aborts when the whole attempt takes too long, or the first byte is overdue for this host, estimated from its response
// times as TCP estimates its retransmission timeout.
import { UpstreamError } from '../errors.ts'

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

/** A check that is later than this shows that the event loop was blocked. */
const slackMs = 20

/**
 * Starts the timeout of one attempt. It has its own signal, because a retry must not inherit an aborted one. The signal
 * aborts with `UpstreamError('timeout')` after `attemptMs`, or earlier if the first byte is overdue for this host and
 * another attempt is possible, or with the reason of `outer`. Time in which the event loop was blocked does not count: an
 * answer that arrives meanwhile waits unread. For the first byte, no time in which the event loop was active counts:
 * connecting, the TLS handshake and reading the head take many turns, and each of them is late when a hundred requests run.
 */
export function startAttemptTimeout(
  host: { readonly adaptiveTimeout: AdaptiveTimeout },
  { attemptMs, mayTryAgain }: AttemptBudget,
  outer: AbortSignal,
  { monotonicMs, activeMs }: Omit<ProcessClocks, 'epochMs'>,
) {
  const controller = new AbortController()
  const [startedAt, activeBefore] = [monotonicMs(), activeMs()]
  const waiting = host.adaptiveTimeout.startWait()
  const abortWithOuter = () => controller.abort(outer.reason)
  let [hasFirstByte, blockedMs] = [false, 0]
  let timer: NodeJS.Timeout
  const schedule = (leftMs: number) => {
    const delayMs = Math.min(checkIntervalMs, leftMs)
    timer = setTimeout(check, delayMs, monotonicMs() + delayMs)
  }
  function check(dueAt: number): void {
    const now = monotonicMs()
    const [passedMs, lateMs] = [now - startedAt, now - dueAt]
    // What arrived during a block waits unread: there is at least as much time for it as the block took.
    if (lateMs > slackMs) blockedMs = Math.max(blockedMs + lateMs, passedMs + lateMs - attemptMs)
    const leftMs = Math.min(attemptMs + blockedMs, attemptMs * maxExtension) - passedMs
    const firstByteMs = hasFirstByte ? undefined : waiting.timeoutMs()
    const waitedMs = passedMs - Math.max(blockedMs, activeMs() - activeBefore)
    if (leftMs <= 0) controller.abort(new UpstreamError('timeout', 'no whole answer in time'))
    else if (firstByteMs === undefined || waitedMs < firstByteMs || !mayTryAgain()) schedule(leftMs)
    else {
      waiting.timedOut()
      const reason = { code: 'no_first_byte' } as const
      controller.abort(new UpstreamError('timeout', 'no first byte in the time this host usually takes', { reason }))
    }
  }
  schedule(attemptMs)
  outer.addEventListener('abort', abortWithOuter, { once: true })
  return {
    signal: controller.signal,
    /** Records that the first byte arrived. */
    firstByte: () => {
      hasFirstByte = true
      waiting.firstByte(monotonicMs() - startedAt)
    },
    stop: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', abortWithOuter)
    },
  }
}

export type AdaptiveTimeout = ReturnType<typeof createAdaptiveTimeout>

const minAnswers = 5
const minTimeoutMs = 1_000
const maxBackoff = 64
/** Number of response times that count: more than one search has sources, since fast answers of a burst come first. */
const maxTimes = 128

/**
 * The mean time plus four times the mean deviation (RFC 6298) over the latest answers. A hanging attempt is then
 * aborted after about two seconds at an upstream that usually takes half a second, which leaves time for another one;
 * at an upstream that is slow for everyone nothing is aborted early. A host that was fast and has become slow would
 * never succeed again, so each timeout, while no other attempt succeeds, doubles the next.
 */
export function createAdaptiveTimeout() {
  const times: number[] = []
  let answers = 0
  let backoff = 1
  const estimateMs = () => Math.max(minTimeoutMs, meanPlusDeviation(times))
  return {
    /** Starts the wait of an attempt for its first byte; ends with `firstByte`, `timedOut`, or neither. */
    startWait() {
      const answersBefore = answers
      return {
        /** The current timeout in milliseconds; undefined while too few times are known. */
        timeoutMs: () => (answers < minAnswers ? undefined : backoff * estimateMs()),
        firstByte(ms: number) {
          // An answer as slow as the failed waits does not show that the host is fast again.
          if (ms <= estimateMs()) backoff = 1
          times[answers % maxTimes] = ms
          answers += 1
        },
        timedOut() {
          if (answers === answersBefore) backoff = Math.min(backoff * 2, maxBackoff)
        },
      }
    },
  }
}

function meanPlusDeviation(times: readonly number[]): number {
  // Loops, because each sum of a callback would be an object: a search estimates some hundred times.
  let sum = 0
  for (const ms of times) sum += ms
  const mean = sum / times.length
  let deviations = 0
  for (const ms of times) deviations += Math.abs(ms - mean)
  return mean + (4 * deviations) / times.length
}
