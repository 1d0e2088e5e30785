// Requests one page through a proxy before it is set, and says which half of the way failed.
import type { ProxyTrialResponse } from '../contract/settings.ts'
import { badRequest } from '../http/errors.ts'
import { messageOf } from '../observability/error-message.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { createProxyChoice } from '../upstream/net/proxy-rules.ts'
import { createTransport, type TransportOptions } from '../upstream/net/transport.ts'

interface ProxyTrialOptions extends Pick<TransportOptions, 'allowance' | 'isContainer' | 'ca'> {
  /** The page that is requested: of the host that most results come from. */
  readonly page: string
  readonly monotonicMs: () => number
}

export type TryProxy = ReturnType<typeof createProxyTrial>

const limitMs = 10_000

/** Creates the trial of a value of `UPSTREAM_PROXY`. @throws (rejects) RequestError 400 if it is none; a failed request is an answer. */
export function createProxyTrial({ page, monotonicMs, ...network }: ProxyTrialOptions) {
  return async (proxy: string): Promise<Omit<ProxyTrialResponse, 'apiVersion' | 'timestamp'>> => {
    const transport = createTransport({ ...network, proxyFor: proxyChoice(proxy) })
    const startedAt = monotonicMs()
    const tookMs = () => Math.max(0, Math.round(monotonicMs() - startedAt))
    try {
      const signal = AbortSignal.timeout(limitMs)
      const reply = await transport.send({ url: new URL(page), method: 'GET', headers: {}, signal })
      reply.discard()
      return { ok: true, page, tookMs: tookMs() }
    } catch (error) {
      return { ok: false, page, ...describeFailure(error), tookMs: tookMs() }
    } finally {
      await transport.close()
    }
  }
}

function proxyChoice(proxy: string) {
  try {
    return createProxyChoice({ upstreamProxy: proxy })
  } catch (error) {
    throw badRequest('proxy', messageOf(error).replace(/^UPSTREAM_PROXY: /, ''))
  }
}

function describeFailure(error: unknown): Pick<ProxyTrialResponse, 'failed' | 'message' | 'reason'> {
  // Both halves are connected within less than the limit, so a page that takes longer is at fault.
  if (!(error instanceof UpstreamError))
    return { failed: 'site', message: `the page was not answered within ${limitMs / 1000} s` }
  const { reason, message } = error
  const isProxy = reason?.code.startsWith('proxy_') === true
  return { failed: isProxy ? 'proxy' : 'site', message, ...(reason && { reason }) }
}
