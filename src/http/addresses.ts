// Addresses of clients: one spelling for each address and block, which addresses blocks hold, and what of one may be written down.
import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'

/** An address as numbers: four of 8 bits for IPv4, eight of 16 bits for IPv6. */
interface Numbers {
  readonly parts: readonly number[]
  readonly width: 8 | 16
}

/** What of an address may be written down: the network of a provider's customer is as near as it gets. */
const shortened = { 8: 24, 16: 48 } as const

/** IPv4-mapped IPv6 is IPv4; a zone (`%eth0`) says nothing that could be compared. */
function numbersOf(address: string): Numbers | undefined {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) === 4) return { parts: bare.split('.').map(Number), width: 8 }
  if (isIP(bare) !== 6) return undefined
  const parts = groupsOf(bare)
  const [high = 0, low = 0] = parts.slice(6)
  const isMapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff
  return isMapped ? { parts: [high >> 8, high & 0xff, low >> 8, low & 0xff], width: 8 } : { parts, width: 16 }
}

function groupsOf(address: string): number[] {
  // A URL spells an IPv6 address in one way only, without dotted decimals.
  const sides = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left = [], right = []] = sides.map((side) => side.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

function textOf({ parts, width }: Numbers): string {
  if (width === 8) return parts.join('.')
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(':')}]`).hostname.slice(1, -1)
}

/** Every bit after the first `prefix` ones put to zero. */
function networkOf({ parts, width }: Numbers, prefix: number): Numbers {
  const kept = (at: number) => Math.min(width, Math.max(0, prefix - at * width))
  return { width, parts: parts.map((part, at) => part & ~(2 ** (width - kept(at)) - 1)) }
}

/** The one spelling of an address: `::ffff:10.0.0.7` and `10.0.0.7` are both `10.0.0.7`. Undefined for what is no address. */
export function addressOf(text: string): string | undefined {
  const numbers = numbersOf(text)
  return numbers && textOf(numbers)
}

/**
 * The one spelling of an address or a CIDR block: the bits after the prefix are zero, a block of one address is that address. Undefined
 * for what is neither.
 */
export function blockOf(text: string): string | undefined {
  const [address = '', prefixText, ...rest] = text.split('/')
  const numbers = address.includes('%') ? undefined : numbersOf(address)
  if (numbers === undefined || rest.length > 0) return undefined
  if (prefixText === undefined) return textOf(numbers)
  const all = numbers.parts.length * numbers.width
  // An IPv4 address in IPv6 spelling has 96 bits before it.
  const prefix = /^(?:0|[1-9]\d{0,2})$/.test(prefixText)
    ? Number(prefixText) - (isIP(address) === 6 ? 128 - all : 0)
    : -1
  if (prefix < 0 || prefix > all) return undefined
  const network = textOf(networkOf(numbers, prefix))
  return prefix === all ? network : `${network}/${prefix}`
}

/** Makes the test for "is this address in one of the blocks"; the blocks are as `blockOf` spells them. */
export function createBlockTest(blocks: readonly string[]): (address: string) => boolean {
  // One list for both would take every IPv4 address for one of `::/0`, by its IPv4-mapped spelling.
  const held = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/')
    const family = familyOf(network)
    held[family].addSubnet(network, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const spelled = addressOf(address)
    if (spelled === undefined) return false
    const family = familyOf(spelled)
    return held[family].check(spelled, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** The network an address is in, as it may be written down: /24 for IPv4, /48 for IPv6. Undefined for what is no address. */
export function shortenAddress(address: string): string | undefined {
  const numbers = numbersOf(address)
  if (numbers === undefined) return undefined
  const prefix = shortened[numbers.width]
  return `${textOf(networkOf(numbers, prefix))}/${prefix}`
}

/** What one customer of a provider has at least, and may ask from in turn. */
const customers = { 8: 32, 16: 64 } as const

const mostNetworks = 10_000

/** Makes what gives the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address. Addresses that ask again are remembered. */
export function createNetworks(): (address: string) => string {
  const known = new LRUCache<string, string>({ max: mostNetworks })
  return (address) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const numbers = numbersOf(address)
    const network = numbers ? textOf(networkOf(numbers, customers[numbers.width])) : address
    known.set(address, network)
    return network
  }
}
