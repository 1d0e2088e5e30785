// How long to wait for an upstream's first byte before trying again: learned per host, as TCP learns its time-out.

/** What is learned of one host. */
export interface Patience {
  /** An attempt begins to wait. */
  begin(): Waiting
}

/** One attempt's wait for its first byte; one of `heard` and `gaveUp` is called, or neither. */
interface Waiting {
  /** Longest sensible wait as things stand now, in milliseconds; undefined while too little is known to tell slow from hung. */
  longestMs(): number | undefined
  /** The first byte came after `ms`. */
  heard(ms: number): void
  /** The longest sensible wait is over. */
  gaveUp(): void
}

const knownFrom = 5
const shortestMs = 1_000
const longestBackoff = 64
/** How many of the latest answers count. More than one search has sources, because the answers to one burst come sorted by their time. */
const remembered = 128

/**
 * Mean time plus four times the mean deviation, as RFC 6298 has it for retransmission, over the latest answers.
 * A hung attempt is then given up after about two seconds at an upstream that usually takes half a second, which leaves
 * time for another one; at an upstream that is slow for everybody nobody is given up early. An upstream that was fast and has
 * become slow would never be heard again, so each wait in vain, while nobody else was heard either, doubles the next.
 */
export function createPatience(): Patience {
  const times: number[] = []
  let heard = 0
  let backoff = 1
  const longestUsual = () => Math.max(shortestMs, usual(times))
  return {
    begin() {
      const heardBefore = heard
      return {
        longestMs: () => (heard < knownFrom ? undefined : backoff * longestUsual()),
        heard(ms) {
          // An answer as slow as those waited for in vain does not show that the host is fast again.
          if (ms <= longestUsual()) backoff = 1
          times[heard % remembered] = ms
          heard += 1
        },
        gaveUp() {
          if (heard === heardBefore) backoff = Math.min(backoff * 2, longestBackoff)
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
