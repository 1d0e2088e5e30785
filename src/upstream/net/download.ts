// Downloads bytes that the caller caches itself, with the same queues, breakers and timeouts as asks.
import { type Caller, createCallers } from '../host/queue.ts'
import type { Init } from '../source.ts'
import { createAskBudget } from './ask-budget.ts'
import { type AskContext, type ExchangeDependencies, exchange } from './exchange.ts'
import { failureForStatus } from './request.ts'

export interface DownloadOptions extends Pick<AskContext, 'limits' | 'signal' | 'mayFollow' | 'groups'> {
  /** The statuses in `answers` do not count as failures of the host; the download still fails with them. */
  readonly init?: Init
  /** Who it is downloaded for, and the limits of its attempts beside those of the host. */
  readonly caller: Caller
}

export type Download = ReturnType<typeof createDownload>

/** Creates the function that downloads the body of a URL. It throws UpstreamError of any kind. */
export function createDownload(wire: ExchangeDependencies) {
  return async (url: URL, { init = {}, caller, ...options }: DownloadOptions): Promise<Uint8Array> => {
    const budget = createAskBudget(options.limits.askMs, wire.monotonicMs)
    const { status, bytes } = await exchange(
      url.href,
      init,
      { ...options, callers: createCallers(caller), budget },
      wire,
    )
    const failure = failureForStatus(status)
    if (failure) throw failure
    return bytes
  }
}
