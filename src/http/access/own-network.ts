// Tells whether a request comes from the service's own network: from a private address, without an unnamed proxy or another site behind it.
import type { FastifyRequest } from 'fastify'
import { isLocal, isRemoteClientHeader } from '../local-request.ts'
import { type ClientResolver, parseTrustedProxies, type RequestOrigin } from './client-address.ts'
import { createCidrMatcher, normalizeIp } from './ip-ranges.ts'

type RawRequest = RequestOrigin & Pick<FastifyRequest['raw'], 'rawHeaders'>

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

  return (raw: RawRequest): 'proxy' | 'network' | 'site' | undefined => {
    const client = resolveClient(raw)
    if (isLocal(raw.rawHeaders, client)) return undefined
    const { host = '', origin, isForwarded, isCrossSite } = readHeaders(raw.rawHeaders)
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

function readHeaders(rawHeaders: readonly string[]) {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [{ name: name.toLowerCase(), value: rawHeaders[at + 1] ?? '' }] : [],
  )
  const lastOf = (wanted: string) => pairs.findLast(({ name }) => name === wanted)?.value
  const foreign = pairs.filter(({ name, value }) => isRemoteClientHeader(name, value))
  const isSite = ({ name }: { readonly name: string }) => name === 'sec-fetch-site'
  return {
    host: lastOf('host'),
    origin: lastOf('origin'),
    isForwarded: foreign.some((header) => !isSite(header)),
    isCrossSite: foreign.some(isSite),
  }
}
