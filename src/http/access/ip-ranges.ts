// Client IP addresses: normalisation, CIDR matching, and the networks used for logs and rate limits.
import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Ip = ReturnType<typeof ipaddr.process>

/** Parses an address. IPv4-mapped IPv6 becomes IPv4; a zone (`%eth0`) is ignored. */
function parseIp(address: string): Ip | undefined {
  const [bare = ''] = address.split('%', 1)
  // The library also reads octal and hexadecimal parts, and numbers without dots.
  if (isIP(bare) === 4) return ipaddr.process(bare)
  // It takes `::10.0.0.7` for an IPv4-mapped address; the spelling of URL has no dots.
  return isIP(bare) === 6 ? ipaddr.process(new URL(`http://[${bare}]`).hostname.slice(1, -1)) : undefined
}

/** The network of an address, spelled without its prefix: every bit after the first `prefix` ones is cleared. */
function networkOf(ip: Ip, prefix: number): string {
  const kind = ip.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return kind.networkAddressFromCIDR(`${ip.toString()}/${prefix}`).toString()
}

/** Normalises an address: `::ffff:10.0.0.7` and `10.0.0.7` both become `10.0.0.7`. Undefined if `text` is not an address. */
export function normalizeIp(text: string): string | undefined {
  return parseIp(text)?.toString()
}

/**
 * Normalises an address or a CIDR block: bits after the prefix are cleared, and a block of one address becomes that address. Undefined for
 * any other text.
 */
export function parseCidr(text: string): string | undefined {
  const [address = '', prefixText, ...rest] = text.split('/')
  const ip = address.includes('%') ? undefined : parseIp(address)
  if (ip === undefined || rest.length > 0) return undefined
  if (prefixText === undefined) return ip.toString()
  const all = ip.kind() === 'ipv4' ? 32 : 128
  // An IPv4-mapped address has 96 bits before the IPv4 part.
  const prefix = /^(?:0|[1-9]\d{0,2})$/.test(prefixText)
    ? Number(prefixText) - (isIP(address) === 6 ? 128 - all : 0)
    : -1
  if (prefix < 0 || prefix > all) return undefined
  const network = networkOf(ip, prefix)
  return prefix === all ? network : `${network}/${prefix}`
}

/** Creates a test whether an address is in one of the blocks, which must be normalised by `parseCidr`. */
export function createCidrMatcher(blocks: readonly string[]): (address: string) => boolean {
  // One list for both families would match every IPv4 address against `::/0`, because it is checked in its IPv4-mapped spelling.
  const blockLists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/')
    const family = ipFamily(network)
    blockLists[family].addSubnet(network, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const normalized = normalizeIp(address)
    if (normalized === undefined) return false
    const family = ipFamily(normalized)
    return blockLists[family].check(normalized, family)
  }
}

function ipFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** The network of an address, for logs: the provider's network, not the single customer. Undefined if `address` is not an address. */
export function anonymizeIp(address: string): string | undefined {
  const ip = parseIp(address)
  const prefix = ip?.kind() === 'ipv4' ? 24 : 48
  return ip && `${networkOf(ip, prefix)}/${prefix}`
}

const maxNetworks = 10_000

/**
 * Creates a function that maps an address to the network counted as one client: an IPv4 address, or the /64 of an IPv6 address, the smallest
 * network that a provider assigns to one customer. Memoised.
 */
export function createNetworkNamer(): (address: string) => string {
  // `max` would allocate all entries at once.
  const cache = new LRUCache<string, string>({ maxSize: maxNetworks, sizeCalculation: () => 1 })
  return (address) => {
    const before = cache.get(address)
    if (before !== undefined) return before
    const ip = parseIp(address)
    const network = ip ? networkOf(ip, ip.kind() === 'ipv4' ? 32 : 64) : address
    cache.set(address, network)
    return network
  }
}
