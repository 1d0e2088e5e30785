// Warns about a proxy in a private network that is not listed in TRUST_PROXY: all its clients share one rate limit.
import type { Logger } from '../../observability/log.ts'
import { type Client, parseTrustedProxies } from './client-address.ts'
import { createCidrMatcher, normalizeIp } from './ip-ranges.ts'

/** Requests before the warning; fewer may be a test by hand. */
const minRequests = 10

/** Creates the detector; it logs the warning once. */
export function createUnlistedProxyDetector(proxies: readonly string[], log: Pick<Logger, 'warn'>) {
  const isListed = createCidrMatcher(proxies)
  const isPrivate = createCidrMatcher(parseTrustedProxies('private'))
  const warnings: string[] = []
  let count = 0
  return {
    notices: (): readonly string[] => warnings,
    observe({ address }: Client, forwardedFor: unknown): void {
      // A remote client that sends the header is not a misconfiguration, and gains nothing by it.
      if (warnings.length > 0 || forwardedFor === undefined || isListed(address) || !isPrivate(address)) return
      count += 1
      if (count < minRequests) return
      const warning = `requests come through a proxy at ${normalizeIp(address)} that TRUST_PROXY does not list: rate limits and the allow list treat all its clients as that one address. If the proxy is yours and sets X-Forwarded-For itself, set TRUST_PROXY=${normalizeIp(address)}`
      warnings.push(warning)
      log.warn(warning)
    },
  }
}
