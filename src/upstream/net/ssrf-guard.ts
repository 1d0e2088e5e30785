// SSRF guard: decides which addresses are public, so that upstreams cannot direct requests into private networks.
import { BlockList, isIP } from 'node:net'
import { UpstreamError } from '../errors.ts'
import special from './special-ranges.json' with { type: 'json' }

type Range = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6']

/**
 * Ranges that no upstream may redirect to, from the IANA special-purpose registries (RFC 6890 and its updates);
 * 168.63.129.16, Azure's metadata server; and everything outside 2000::/3, the only allocated global unicast space.
 */
const specialRanges: readonly Range[] = special.map(parseRange)

/** IPv4-mapped IPv6 addresses: the IPv4 ranges decide. */
const mappedRange: Range = ['::ffff:0:0', 96, 'ipv6']

/** Private hosts that the operator allows as upstreams: names, and addresses or ranges. */
export interface Allowance {
  readonly hosts: ReadonlySet<string>
  /** `10.1.2.3`, `198.18.0.0/15`, `fd00::/8` */
  readonly ranges: readonly string[]
}

/**
 * Parses an allowance from a setting: `intranet.example, 198.18.0.0/15`.
 * @throws Error naming the entry that is not a host, an address or a range.
 */
export function parseAllowance(text: string): Allowance {
  const entries = text.split(/[,\s]+/).filter((entry) => entry !== '')
  const ranges = entries.filter((entry) => isIP(entry.split('/')[0] ?? '') !== 0)
  const hosts = entries.filter((entry) => !ranges.includes(entry))
  const wrong = [...ranges.filter((range) => !isRange(range)), ...hosts.filter((host) => !isHost(host))]
  if (wrong.length > 0) throw new Error(`must list hosts, addresses or ranges like 198.18.0.0/15; not ${wrong[0]}`)
  return { hosts: new Set(hosts.map((host) => normalizeHost(new URL(`http://${host}`).hostname))), ranges }
}

/** Rejects spellings of addresses (`127.1`) that an operator would not recognise in the setting. */
function isHost(text: string): boolean {
  if (/[/:@?#*%\\[\]]/.test(text) || !URL.canParse(`http://${text}`)) return false
  const url = new URL(`http://${text}`)
  return literalAddress(url) === undefined && !hasEmptyLabel(url.hostname)
}

function isRange(range: string): boolean {
  const [network = '', prefix, ...rest] = range.split('/')
  if (prefix === undefined) return true
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(network) === 6 ? 128 : 32)
}

/** Creates a test that is true for public IP addresses and those in the `exempt` ranges; false for host names. */
export function createPublicAddressTest(exempt: readonly string[] = []): (address: string) => boolean {
  const special4 = createBlockList(specialRanges.filter(([, , family]) => family === 'ipv4'))
  const special6 = createBlockList(specialRanges.filter(([, , family]) => family === 'ipv6'))
  const mapped = createBlockList([mappedRange])
  const allowed = createBlockList(exempt.map(parseRange))
  return (address) => {
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 6 ? 'ipv6' : 'ipv4'
    const special = version === 4 || mapped.check(address, family) ? special4 : special6
    return !special.check(address, family) || allowed.check(address, family)
  }
}

function createBlockList(ranges: readonly Range[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) list.addSubnet(...range)
  return list
}

function parseRange(text: string): Range {
  const [network = '', prefix] = text.split('/')
  const [family, maxPrefix] = isIP(network) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  return [network, Number(prefix ?? maxPrefix), family]
}

/** The literal IP address in a URL, without the brackets of IPv6; undefined when the URL has a host name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return isIP(host) === 0 ? undefined : host
}

/** Normalises a host name for comparison: lower case, no trailing dot. */
export function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

/** Suffixes for private use: RFC 6761, 6762 with appendix G, 8375, ICANN's `.internal`, and Kubernetes services. */
const localSuffix = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|home\.arpa)$/

/** Cloud metadata services with public names; other clouds use local names or private addresses. */
const metadataNames = new Set(['metadata.goog', 'metadata.tencentyun.com'])

/** True for names of the local network: one label, reserved suffixes, and empty labels, which no public host has. */
export function isLocalName(host: string): boolean {
  const name = normalizeHost(host)
  return !name.includes('.') || hasEmptyLabel(host) || localSuffix.test(name) || metadataNames.has(name)
}

/** An empty label makes this a host name here; other resolvers may read `127.0.0.1..` as an address. */
function hasEmptyLabel(host: string): boolean {
  return normalizeHost(host).split('.').includes('')
}

const isPublicAddress = createPublicAddressTest()

/** Whether a URL names a private host, judged without a DNS lookup. */
export function isPrivateByName(url: URL): boolean {
  const address = literalAddress(url)
  return address === undefined ? isLocalName(url.hostname) : !isPublicAddress(address)
}

/** Resolves a host name; the signature of `dns.lookup` with `all: true`. */
export type DnsLookup = (
  host: string,
  done: (error: Error | null, addresses: ReadonlyArray<{ address: string; family: number }>) => void,
) => void

type ConnectLookup = (
  host: string,
  options: { all?: boolean | undefined },
  done: (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void,
) => void

/**
 * Wraps a lookup for `net.connect` so that it returns only public addresses, or any address for the hosts in `allowed`.
 * The check applies to the addresses that are connected to, which rules out DNS rebinding.
 */
export function guardLookup(
  lookup: DnsLookup,
  isPublic: (address: string) => boolean,
  allowed: ReadonlySet<string>,
): ConnectLookup {
  return (host, options, done) => {
    lookup(host, (error, found) => {
      if (error) return done(error, [])
      const usable = allowed.has(normalizeHost(host)) ? [...found] : found.filter(({ address }) => isPublic(address))
      const [first] = usable
      if (!first) return done(privateHostError(host, found[0]?.address), [])
      return options.all ? done(null, usable) : done(null, first.address, first.family)
    })
  }
}

/** Names the setting, because resolvers that return fake addresses are common (Clash and others use 198.18.0.0/15). */
function privateHostError(host: string, address: string | undefined): UpstreamError {
  const where = address === undefined ? 'no address' : `no public address (${address})`
  return new UpstreamError('network', `${host} has ${where}; to allow it, add the range to UPSTREAM_PRIVATE`, {
    reason: { code: 'private_address', host },
  })
}
