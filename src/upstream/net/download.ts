// Downloads bytes that the caller caches itself, with the same queues, breakers and timeouts as asks.
import type { Metrics } from '../../observability/metrics.ts'
import { createQueueTicket, privateQueue } from '../ask/slot-queue.ts'
import type { Init, Limits } from '../source.ts'
import { createAskBudget } from './ask-budget.ts'
import { type ExchangeDependencies, exchange } from './exchange.ts'
import { failureForStatus } from './request.ts'

export interface DownloadOptions {
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

export type Download = ReturnType<typeof createDownload>

/** Creates the function that downloads the body of a URL. It throws UpstreamError of any kind. */
export function createDownload(wire: ExchangeDependencies) {
  return async (url: URL, { limits, init = {}, signal, mayFollow, labelOf }: DownloadOptions): Promise<Uint8Array> => {
    const ticket = createQueueTicket(privateQueue(), 'download')
    const context = { limits, signal, ticket, mayFollow, budget: createAskBudget(limits.askMs, wire.epochMs) }
    const { status, bytes } = await exchange(url.href, init, context, {
      ...wire,
      metrics: withHostLabels(wire.metrics, labelOf),
    })
    const failure = failureForStatus(status)
    if (failure) throw failure
    return bytes
  }
}

function withHostLabels(metrics: Metrics, labelOf: DownloadOptions['labelOf']): Metrics {
  return {
    ...metrics,
    recordAttempt: (host, outcome, ms) => metrics.recordAttempt(labelOf(host), outcome, ms),
    recordReceivedBytes: (host, bytes) => metrics.recordReceivedBytes(labelOf(host), bytes),
  }
}
