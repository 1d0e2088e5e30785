// Downloads bytes that the caller caches itself, with the same queues, breakers and timeouts as asks.
import type { Metrics } from '../../observability/metrics.ts'
import type { UpstreamError } from '../errors.ts'
import type { CircuitBreaker } from '../host/circuit-breaker.ts'
import type { UpstreamHosts } from '../host/hosts.ts'
import { type Caller, createCallers } from '../host/queue.ts'
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
  /** Who it is downloaded for, and the limits of its attempts beside those of the host. */
  readonly caller: Caller
  /** The name under which a host is queued and limited, and has its breaker: the choice of subdomains may be the client's. */
  groupOf(host: string): string
  /** The label of a host in the metrics. */
  labelOf(host: string): string
}

export type Download = ReturnType<typeof createDownload>

/** Creates the function that downloads the body of a URL. It throws UpstreamError of any kind. */
export function createDownload(wire: ExchangeDependencies) {
  return async (url: URL, options: DownloadOptions): Promise<Uint8Array> => {
    const { limits, init = {}, signal, mayFollow, labelOf } = options
    const [callers, budget] = [createCallers(options.caller), createAskBudget(limits.askMs, wire.monotonicMs)]
    const context = { limits, signal, callers, mayFollow, budget }
    const { status, bytes } = await exchange(url.href, init, context, {
      ...wire,
      hosts: groupHosts(wire.hosts, options),
      metrics: withHostLabels(wire.metrics, labelOf),
    })
    const failure = failureForStatus(status)
    if (failure) throw failure
    return bytes
  }
}

/** The table in which all hosts of a group are one. A name that does not exist says nothing about the others of its group. */
function groupHosts(
  hosts: Pick<UpstreamHosts, 'get'>,
  { groupOf }: Pick<DownloadOptions, 'groupOf'>,
): Pick<UpstreamHosts, 'get'> {
  return {
    get(name, parallel) {
      const host = hosts.get(groupOf(name), parallel)
      const acquire: CircuitBreaker['acquire'] = (options) => {
        const permit = host.breaker.acquire(options)
        const failed: typeof permit.failed = (error) =>
          isUnknownHost(error) ? permit.abandoned() : permit.failed(error)
        return { ...permit, failed }
      }
      return { ...host, breaker: { ...host.breaker, acquire } }
    },
  }
}

function withHostLabels(metrics: Metrics, labelOf: DownloadOptions['labelOf']): Metrics {
  return {
    ...metrics,
    recordAttempt: (host, outcome, ms) => metrics.recordAttempt(labelOf(host), outcome, ms),
    recordReceivedBytes: (host, bytes) => metrics.recordReceivedBytes(labelOf(host), bytes),
  }
}

/** Whether a request failed because its host has no address. */
function isUnknownHost({ cause }: UpstreamError): boolean {
  const failed = cause instanceof AggregateError ? cause.errors[0] : cause
  return failed instanceof Error && 'code' in failed && failed.code === 'ENOTFOUND'
}
