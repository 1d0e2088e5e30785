// The client of a request: the peer of the connection, or the one named by a trusted proxy (TRUST_PROXY, X-Forwarded-For).
import type { FastifyRequest } from 'fastify'
import type { Logger } from '../../observability/log.ts'
import { createCidrMatcher, normalizeIp, parseCidr } from './ip-ranges.ts'

export interface Client {
  /** Empty once the connection is closed. */
  readonly address: string
  readonly httpVersion: string
}

export interface RequestOrigin extends Pick<FastifyRequest['raw'], 'headers' | 'httpVersion'> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

export type ClientResolver = (request: RequestOrigin) => Client

/** Creates the resolver for trusted proxies (CIDR blocks, as `parseTrustedProxies` returns them). A request from any other peer belongs to that peer. */
export function createClientResolver(proxies: readonly string[] = []): ClientResolver {
  const resolveForwardedFor = createForwardedFor(proxies)
  return (request) => {
    const { httpVersion } = request
    const peer = request.socket.remoteAddress ?? ''
    if (proxies.length === 0) return { address: peer, httpVersion }
    const forwardedFor = [request.headers['x-forwarded-for']].flat().join(',')
    return { address: resolveForwardedFor(peer, forwardedFor), httpVersion }
  }
}

/** Named sets of blocks: private networks of RFC 1918 and RFC 4193, and link-local addresses. */
const namedRanges: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  [
    'private',
    ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '169.254.0.0/16', 'fe80::/10'],
  ],
])

/**
 * Parses `TRUST_PROXY`: addresses and blocks, `loopback`, `private`. Returns the normalised blocks.
 * @throws Error with a user-readable message for any other entry.
 */
export function parseTrustedProxies(text: string): readonly string[] {
  return text
    .split(/[,\s]/)
    .filter((entry) => entry !== '')
    .flatMap((entry) => namedRanges.get(entry.toLowerCase()) ?? [parseBlock(entry)])
}

function parseBlock(entry: string): string {
  const block = parseCidr(entry)
  if (block === undefined)
    throw new Error(
      `must list addresses or blocks of your proxies (127.0.0.1, 10.0.0.0/8), loopback or private; not ${JSON.stringify(entry.slice(0, 40))}`,
    )
  if (block.endsWith('/0'))
    throw new Error(`${block} would trust every address, so that any client could claim any address`)
  return block
}

/** Creates the function that returns, of the connection's address and those in the header, the nearest that is not one of our proxies. */
function createForwardedFor(blocks: readonly string[]) {
  const isProxy = createCidrMatcher(blocks)
  return (peer: string, forwardedFor: string): string => {
    if (!isProxy(peer)) return peer
    let nearest = peer
    for (const part of forwardedFor.split(',').reverse()) {
      const address = normalizeIp(stripPort(part))
      // If our own proxy does not name the client, the proxy is the nearest known address.
      if (address === undefined) return nearest
      nearest = address
      if (!isProxy(address)) return address
    }
    return nearest
  }
}

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function stripPort(part: string): string {
  const text = part.trim()
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

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
