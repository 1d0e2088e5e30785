// Downloads bytes that the caller caches itself, with the same queues, breakers and timeouts as asks.
import type { Metrics } from '../metrics.ts'
import { createBudget, exchange, type Wire } from './exchange.ts'
import { failureByStatus } from './request.ts'
import type { Init, Limits } from './source.ts'
import { createTurn, ownPlace } from './turn.ts'

/** Options of a download. */
export interface DownloadWant {
  readonly limits: Limits
  /** The statuses in `answers` do not count as failures of the host; the download still fails with them. */
  readonly init?: Init
  /** Aborts, with the `UpstreamError` as its reason, when no caller waits for the download. */
  readonly signal: AbortSignal
  /** Whether a redirect may lead to this URL. */
  mayFollow(url: URL): boolean
  /** The label of a host in the metrics. */
  labelOf(host: string): string
}

/** Downloads the body of a URL. @throws UpstreamError of any kind. */
export type Download = (url: URL, want: DownloadWant) => Promise<Uint8Array>

/** Creates the download function. */
export function createDownload(wire: Wire): Download {
  return async (url, { limits, init = {}, signal, mayFollow, labelOf }) => {
    const turn = createTurn(ownPlace(), 'download')
    const context = { limits, signal, turn, mayFollow, budget: createBudget(limits.askMs, wire.epochMs) }
    const { status, bytes } = await exchange(url.href, init, context, {
      ...wire,
      metrics: labelled(wire.metrics, labelOf),
    })
    const failure = failureByStatus(status)
    if (failure) throw failure
    return bytes
  }
}

function labelled(metrics: Metrics, labelOf: DownloadWant['labelOf']): Metrics {
  return {
    ...metrics,
    attempted: (host, outcome, ms) => metrics.attempted(labelOf(host), outcome, ms),
    received: (host, bytes) => metrics.received(labelOf(host), bytes),
  }
}
