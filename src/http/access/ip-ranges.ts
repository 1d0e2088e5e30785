// Client IP addresses: normalisation, CIDR matching, and the networks used for logs and rate limits.
import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'

/** An address as numbers: four of 8 bits for IPv4, eight of 16 bits for IPv6. */
interface NumericIp {
  readonly parts: readonly number[]
  readonly width: 8 | 16
}

/** Prefix lengths of anonymised addresses: the provider's network, not the single customer. */
const logPrefixes = { 8: 24, 16: 48 } as const

/** Parses an address. IPv4-mapped IPv6 becomes IPv4; a zone (`%eth0`) is ignored. */
function parseIp(address: string): NumericIp | undefined {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) === 4) return { parts: bare.split('.').map(Number), width: 8 }
  if (isIP(bare) !== 6) return undefined
  const parts = ipv6Groups(bare)
  const [high = 0, low = 0] = parts.slice(6)
  const isMapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff
  return isMapped ? { parts: [high >> 8, high & 0xff, low >> 8, low & 0xff], width: 8 } : { parts, width: 16 }
}

function ipv6Groups(address: string): number[] {
  // URL has one spelling for each IPv6 address, without dotted decimals.
  const sides = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left = [], right = []] = sides.map((side) => side.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

function formatIp({ parts, width }: NumericIp): string {
  if (width === 8) return parts.join('.')
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(':')}]`).hostname.slice(1, -1)
}

/** Clears every bit after the first `prefix` ones. */
function maskIp({ parts, width }: NumericIp, prefix: number): NumericIp {
  const prefixBits = (at: number) => Math.min(width, Math.max(0, prefix - at * width))
  return { width, parts: parts.map((part, at) => part & ~(2 ** (width - prefixBits(at)) - 1)) }
}

/** Normalises an address: `::ffff:10.0.0.7` and `10.0.0.7` both become `10.0.0.7`. Undefined if `text` is not an address. */
export function normalizeIp(text: string): string | undefined {
  const numbers = parseIp(text)
  return numbers && formatIp(numbers)
}

/**
 * Normalises an address or a CIDR block: bits after the prefix are cleared, and a block of one address becomes that address. Undefined for
 * any other text.
 */
export function parseCidr(text: string): string | undefined {
  const [address = '', prefixText, ...rest] = text.split('/')
  const numbers = address.includes('%') ? undefined : parseIp(address)
  if (numbers === undefined || rest.length > 0) return undefined
  if (prefixText === undefined) return formatIp(numbers)
  const all = numbers.parts.length * numbers.width
  // An IPv4-mapped address has 96 bits before the IPv4 part.
  const prefix = /^(?:0|[1-9]\d{0,2})$/.test(prefixText)
    ? Number(prefixText) - (isIP(address) === 6 ? 128 - all : 0)
    : -1
  if (prefix < 0 || prefix > all) return undefined
  const network = formatIp(maskIp(numbers, prefix))
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

/** The network of an address, for logs: /24 for IPv4, /48 for IPv6. Undefined if `address` is not an address. */
export function anonymizeIp(address: string): string | undefined {
  const numbers = parseIp(address)
  if (numbers === undefined) return undefined
  const prefix = logPrefixes[numbers.width]
  return `${formatIp(maskIp(numbers, prefix))}/${prefix}`
}

/** The smallest network that a provider assigns to one customer; the customer can use all of its addresses. */
const clientPrefixes = { 8: 32, 16: 64 } as const

const maxNetworks = 10_000

/** Creates a function that maps an address to the network counted as one client: an IPv4 address, or the /64 of an IPv6 address. Memoised. */
export function createNetworkNamer(): (address: string) => string {
  const cache = new LRUCache<string, string>({ max: maxNetworks })
  return (address) => {
    const before = cache.get(address)
    if (before !== undefined) return before
    const numbers = parseIp(address)
    const network = numbers ? formatIp(maskIp(numbers, clientPrefixes[numbers.width])) : address
    cache.set(address, network)
    return network
  }
}
