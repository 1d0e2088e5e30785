// Adaptive first-byte timeout per host, estimated from response times as TCP estimates its retransmission timeout.

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
