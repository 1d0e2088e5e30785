// Trusted proxies: parses TRUST_PROXY and resolves X-Forwarded-For.
import { createCidrMatcher, normalizeIp, parseCidr } from './ip-ranges.ts'

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
    .split(/[,\s]+/)
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

/** Resolves the client's address: of the connection's address and those in the header, the nearest that is not one of our proxies. */
export type ForwardedForResolver = (peer: string, forwardedFor: string | undefined) => string

/** Creates the resolver for the proxies in these blocks; without any it always returns the connection's address. */
export function createForwardedFor(blocks: readonly string[]): ForwardedForResolver {
  if (blocks.length === 0) return (peer) => peer
  const isProxy = createCidrMatcher(blocks)
  return (peer, forwardedFor) => {
    if (forwardedFor === undefined || !isProxy(peer)) return peer
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
