// Rates of the requests to one host, for sites that say how often they may be asked.
import { UpstreamError } from '../errors.ts'
import type { RequestRate } from '../source.ts'

export type RequestRates = ReturnType<typeof createRequestRates>

/** Creates the record of the requests to `host` that have a rate. */
export function createRequestRates(host: string) {
  /** When the latest requests of each rate start, in monotonic milliseconds. */
  const startsByRate = new Map<string, readonly number[]>()
  /** Reserves the next turn of a rate and returns the wait until then, in milliseconds; undefined, without a turn, if it is over `maxWaitMs`. */
  const takeTurn = (rate: RequestRate, nowMs: number, maxWaitMs: number): number | undefined => {
    const { requests = 1, perMs } = rate
    const name = `${requests} ${perMs}`
    const starts = startsByRate.get(name) ?? []
    const at = Math.max(nowMs, (starts.at(-requests) ?? Number.NEGATIVE_INFINITY) + perMs)
    if (at - nowMs > maxWaitMs) return undefined
    startsByRate.set(name, [...starts, at].slice(-requests))
    return at - nowMs
  }
  return {
    takeTurn,
    /** Waits for the next turn of a rate. @throws UpstreamError `open` if that is later than `maxWaitMs`, or what `wait` throws. */
    async waitForTurn(
      rate: RequestRate,
      nowMs: number,
      { maxWaitMs, wait }: { readonly maxWaitMs: number; readonly wait: (ms: number) => Promise<void> },
    ): Promise<void> {
      const waitMs = takeTurn(rate, nowMs, maxWaitMs)
      if (waitMs === undefined) {
        const allowed = `it is asked at most ${rate.requests ?? 1} times in ${rate.perMs / 1_000} s`
        throw new UpstreamError('open', `requests to ${host} are paused: ${allowed}`, {
          reason: { code: 'open', host },
        })
      }
      if (waitMs > 0) await wait(waitMs)
    },
  }
}
