// Which network addresses are public; everything else is out of bounds for what upstreams may make us call.
import { BlockList, isIP } from 'node:net'
import { UpstreamError } from './errors.ts'

type Range = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6']

/** Ranges no upstream may send us to, from the IANA special-purpose address registries (RFC 6890 and its updates). */
const specialRanges: readonly Range[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  // What Azure's machines are told their secrets by; in nobody else's use.
  ['168.63.129.16', 32, 'ipv4'],
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
  // All but 2000::/3, the only part of IPv6 that is given out: loopback, link-local, unique local, translated addresses and the rest.
  ['::', 3, 'ipv6'],
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]

/** IPv4 addresses written as IPv6: what they are is said by the ranges of IPv4. */
const mappedRange: Range = ['::ffff:0:0', 96, 'ipv6']

/** What an operator lets upstreams lead to although it is not public: names, and addresses or ranges. */
export interface Allowance {
  readonly hosts: ReadonlySet<string>
  /** `10.1.2.3`, `198.18.0.0/15`, `fd00::/8` */
  readonly ranges: readonly string[]
}

/**
 * Reads an allowance as people write it: `intranet.example, 198.18.0.0/15`.
 * @throws Error naming the entry that is neither a host nor an address nor a range.
 */
export function readAllowance(text: string): Allowance {
  const entries = text.split(/[,\s]+/).filter((entry) => entry !== '')
  const ranges = entries.filter((entry) => isIP(entry.split('/')[0] ?? '') !== 0)
  const hosts = entries.filter((entry) => !ranges.includes(entry))
  const wrong = [...ranges.filter((range) => !isRange(range)), ...hosts.filter((host) => !isHost(host))]
  if (wrong.length > 0) throw new Error(`must list hosts, addresses or ranges like 198.18.0.0/15; not ${wrong[0]}`)
  return { hosts: new Set(hosts.map((host) => plainName(new URL(`http://${host}`).hostname))), ranges }
}

/** An address in another spelling than the usual one (`127.1`) would be let in by nobody who reads the setting. */
function isHost(text: string): boolean {
  if (/[/:@?#*%\\[\]]/.test(text) || !URL.canParse(`http://${text}`)) return false
  const url = new URL(`http://${text}`)
  return literalAddress(url) === undefined && !hasEmptyPart(url.hostname)
}

function isRange(range: string): boolean {
  const [network = '', prefix, ...rest] = range.split('/')
  if (prefix === undefined) return true
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(network) === 6 ? 128 : 32)
}

/**
 * Makes the test for "is this a public address": true for public IPv4 and IPv6 addresses and those in `exempt` ranges, false for all
 * else, names included.
 */
export function createAddressTest(exempt: readonly string[] = []): (address: string) => boolean {
  const special4 = listOf(specialRanges.filter(([, , family]) => family === 'ipv4'))
  const special6 = listOf(specialRanges.filter(([, , family]) => family === 'ipv6'))
  const mapped = listOf([mappedRange])
  const allowed = listOf(exempt.map(rangeOf))
  return (address) => {
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 6 ? 'ipv6' : 'ipv4'
    const special = version === 4 || mapped.check(address, family) ? special4 : special6
    return !special.check(address, family) || allowed.check(address, family)
  }
}

function listOf(ranges: readonly Range[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) list.addSubnet(...range)
  return list
}

function rangeOf(text: string): Range {
  const [network = '', prefix] = text.split('/')
  const [family, longest] = isIP(network) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  return [network, Number(prefix ?? longest), family]
}

/** The IP address a URL names literally, without the brackets of IPv6; undefined when it names a host. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return isIP(host) === 0 ? undefined : host
}

/** A name as it is compared: in small letters, without the dot that may end it. */
export function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

/** What is never given out in public: RFC 6761, 6762 with its appendix G, 8375, ICANN's `.internal`, and what clusters call their services. */
const localSuffix = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|home\.arpa)$/

/** Where machines of a cloud are told their secrets; the other clouds' names end as above, or are addresses. */
const metadataNames = new Set(['metadata.goog', 'metadata.tencentyun.com'])

/** Names that lead into one's own network, every name without a dot among them, and every one that no public host can have. */
export function isLocalName(host: string): boolean {
  const name = plainName(host)
  return !name.includes('.') || hasEmptyPart(host) || localSuffix.test(name) || metadataNames.has(name)
}

/** `127.0.0.1..` is read as a name here, and who knows as what elsewhere. */
function hasEmptyPart(host: string): boolean {
  return plainName(host).split('.').includes('')
}

const isPublicForAll = createAddressTest()

/** Does a URL lead into one's own network by what it says already, without looking anything up? */
export function isPrivateByName(url: URL): boolean {
  const address = literalAddress(url)
  return address === undefined ? isLocalName(url.hostname) : !isPublicForAll(address)
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
      const usable = allowed.has(plainName(host)) ? [...found] : found.filter(({ address }) => isPublic(address))
      const [first] = usable
      if (!first) return done(notPublic(host, found[0]?.address), [])
      return options.all ? done(null, usable) : done(null, first.address, first.family)
    })
  }
}

/** A resolver with made-up addresses (Clash and others use 198.18.0.0/15) is common among our users, so the way out is named. */
function notPublic(host: string, address: string | undefined): UpstreamError {
  const where = address === undefined ? 'no address' : `no public address (${address})`
  return new UpstreamError(
    'network',
    `${host} has ${where}; to ask it all the same, name the range in UPSTREAM_PRIVATE`,
  )
}
