// Which network addresses are public; everything else is out of bounds for what upstreams may make us call.
import { BlockList, isIP } from 'node:net'
import { UpstreamError } from './errors.ts'

/** Ranges no upstream may send us to, from the IANA special-purpose address registries (RFC 6890 and its updates). */
const specialRanges: ReadonlyArray<readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6']> = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

/** Makes the test for "is this a public address": true for public IPv4 and IPv6 addresses, false for all else, names included. */
export function createAddressTest(): (address: string) => boolean {
  const special = new BlockList()
  for (const [network, prefix, family] of specialRanges) special.addSubnet(network, prefix, family)
  return (address) => {
    const version = isIP(address)
    return version !== 0 && !special.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** The IP address a URL names literally, without the brackets of IPv6; undefined when it names a host. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return isIP(host) === 0 ? undefined : host
}

/** Names that lead into one's own network: RFC 6761, 6762, 8375, ICANN's `.internal`, and every name without a dot. */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return !name.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(name)
}

/** Resolves a name to its addresses; the shape of `dns.lookup` with `all: true`. */
export type Lookup = (
  host: string,
  done: (error: Error | null, addresses: ReadonlyArray<{ address: string; family: number }>) => void,
) => void

type ConnectLookup = (
  host: string,
  options: { all?: boolean | undefined },
  done: (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void,
) => void

/**
 * Makes of a lookup one for `net.connect` that gives public addresses only, or any for the hosts in `allowed`. It decides on the very
 * addresses that are connected to, so a name that is public when checked and private when used gains nothing.
 */
export function guardLookup(
  lookup: Lookup,
  isPublic: (address: string) => boolean,
  allowed: ReadonlySet<string>,
): ConnectLookup {
  return (host, options, done) => {
    lookup(host, (error, found) => {
      if (error) return done(error, [])
      const usable = found.filter(({ address }) => allowed.has(host) || isPublic(address))
      const [first] = usable
      if (!first) {
        const refused = new UpstreamError('network', `${host} has no public address; it was not asked`)
        return done(refused, [])
      }
      return options.all ? done(null, usable) : done(null, first.address, first.family)
    })
  }
}
