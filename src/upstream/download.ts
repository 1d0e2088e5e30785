// Bytes that whoever asks for them keeps himself, by the same turns, breakers and time-outs as all that is asked.
import type { Metrics } from '../metrics.ts'
import { createBudget, exchange, type Wire } from './exchange.ts'
import { failureByStatus } from './request.ts'
import type { Init, Limits } from './source.ts'
import { createTurn, ownPlace } from './turn.ts'

/** How something is to be downloaded. */
export interface DownloadWant {
  readonly limits: Limits
  /** Its `answers` are statuses that are not held against the host; what comes under them is not what was wanted all the same. */
  readonly init?: Init
  /** Aborts, with the `UpstreamError` to end it, when nobody waits for it any more. */
  readonly signal: AbortSignal
  /** May a redirect lead there? */
  mayFollow(url: URL): boolean
  /** What the metrics call a host. */
  labelOf(host: string): string
}

/** The body at an address. @throws UpstreamError of any kind. */
export type Download = (url: URL, want: DownloadWant) => Promise<Uint8Array>

/** Makes it. */
export function createDownload(wire: Wire): Download {
  return async (url, { limits, init = {}, signal, mayFollow, labelOf }) => {
    const turn = createTurn(ownPlace(), 'download')
    const context = { limits, signal, turn, mayFollow, budget: createBudget(limits.askMs, wire.now) }
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
