// Tells whether a request comes from the service's own network: from a private address, without an unnamed proxy or another site behind it.
import { isLocal, isRemoteClientHeader } from '../local-request.ts'
import { type ClientResolver, parseTrustedProxies, type RequestOrigin } from './client-address.ts'
import { createCidrMatcher, normalizeIp } from './ip-ranges.ts'

/** Host names that a network gives itself: an address, one label, or an ending that no public name has (RFC 6762, RFC 8375, ICANN's `internal`). */
const homeHostName =
  /^(?:[\w-]+|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\]|[\w.-]+\.(?:local|lan|internal|home\.arpa))(?::\d+)?$/i

function hostNameOf(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}

/** Creates the function that returns why a request is not from the own network; undefined if it is. `proxies` are the trusted ones. */
export function createOwnNetworkCheck(proxies: readonly string[], resolveClient: ClientResolver) {
  const isNamedProxy = createCidrMatcher(proxies)
  const isPrivate = createCidrMatcher(parseTrustedProxies('private'))

  return (raw: RequestOrigin): 'proxy' | 'network' | 'site' | undefined => {
    const client = resolveClient(raw)
    if (isLocal(raw.headers, client)) return undefined
    const { host = '', origin } = raw.headers
    const foreign = Object.entries(raw.headers).filter(([name, value]) => isRemoteClientHeader(name, String(value)))
    const isForwarded = foreign.some(([name]) => name !== 'sec-fetch-site')
    const isCrossSite = foreign.some(([name]) => name === 'sec-fetch-site')
    if (isCrossSite || (origin !== undefined && hostNameOf(origin.replace(/^https?:\/\//i, '')) !== hostNameOf(host)))
      return 'site'
    const peer = raw.socket.remoteAddress ?? ''
    // A named proxy that does not name its client could have anybody behind it.
    const isKnown = isForwarded
      ? isNamedProxy(peer) && normalizeIp(client.address) !== normalizeIp(peer)
      : client.httpVersion === '1.1' && homeHostName.test(host)
    if (!isKnown) return 'proxy'
    return isPrivate(client.address) ? undefined : 'network'
  }
}
