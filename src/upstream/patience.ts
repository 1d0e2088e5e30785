// Adaptive first-byte timeout per host, estimated from response times as TCP estimates its retransmission timeout.

/** The estimate for one host. */
export interface Patience {
  /** Starts the wait of an attempt. */
  begin(): Waiting
}

/** The wait of one attempt for its first byte; ends with `heard`, `gaveUp`, or neither. */
interface Waiting {
  /** The current timeout in milliseconds; undefined while too few times are known to tell slow from hanging. */
  longestMs(): number | undefined
  /** The first byte arrived after `ms`. */
  heard(ms: number): void
  /** The timeout expired. */
  gaveUp(): void
}

const knownFrom = 5
const shortestMs = 1_000
const longestBackoff = 64
/**
 * Number of recent response times that count. It exceeds the number of sources of one search, because the answers to
 * one burst arrive sorted by their time.
 */
const remembered = 128

/**
 * The mean time plus four times the mean deviation (RFC 6298) over the latest answers. A hanging attempt is then
 * aborted after about two seconds at an upstream that usually takes half a second, which leaves time for another one;
 * at an upstream that is slow for everyone nothing is aborted early. A host that was fast and has become slow would
 * never succeed again, so each timeout, while no other attempt succeeds, doubles the next.
 */
export function createPatience(): Patience {
  const times: number[] = []
  let answers = 0
  let backoff = 1
  const longestUsual = () => Math.max(shortestMs, usual(times))
  return {
    begin() {
      const answersBefore = answers
      return {
        longestMs: () => (answers < knownFrom ? undefined : backoff * longestUsual()),
        heard(ms) {
          // An answer as slow as the failed waits does not show that the host is fast again.
          if (ms <= longestUsual()) backoff = 1
          times[answers % remembered] = ms
          answers += 1
        },
        gaveUp() {
          if (answers === answersBefore) backoff = Math.min(backoff * 2, longestBackoff)
        },
      }
    },
  }
}

function usual(times: readonly number[]): number {
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  const deviation = times.reduce((sum, ms) => sum + Math.abs(ms - mean), 0) / times.length
  return mean + 4 * deviation
}
