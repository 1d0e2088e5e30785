// Allowed image hosts: those that our sources use, plus and minus the entries of PICTURE_HOSTS.
import hosts from './default-hosts.json' with { type: 'json' }

/** An allowed host. Includes its subdomains unless `excludesSubdomains`. */
interface HostEntry {
  readonly host: string
  /** The sources that use images from this host. */
  readonly of: string
  /** Not known to support https. */
  readonly lacksHttps?: boolean
  /** A subdomain proxies arbitrary hosts, as web.archive.org does. */
  readonly excludesSubdomains?: boolean
}

/**
 * Hosts seen in fixtures and upstream descriptions. For file hosting services only names that belong to one site. Public image proxies
 * (wsrv.nl, used by labi) are excluded: allowing one allows every host.
 */
const defaultHosts: readonly HostEntry[] = hosts

/** The allowed image hosts. */
export interface ImageHosts {
  /** Whether images of this host may be fetched; `host` as in `URL.host`. */
  isAllowed(host: string): boolean
  /** The list entry that covers a host; undefined when the host is not allowed. */
  listedHostOf(host: string): string | undefined
  /** Whether an http URL of this host may be fetched over https. */
  speaksHttps(host: string): boolean
}

const entryFormat = 'must be none, or +host to add an image host and -host to remove one'
const hostPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Parses `PICTURE_HOSTS`: `+img.example.org,-hdslb.com`; undefined for `none`, which disables images.
 * @throws Error for an invalid host, and for removing a host that is not in the list.
 */
export function parseImageHosts(text: string): ImageHosts | undefined {
  const entries = text
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
  if (entries.length === 1 && entries[0] === 'none') return undefined
  const hosts: HostRules = new Map(
    defaultHosts.map(({ host, lacksHttps, excludesSubdomains = false }) => [
      host,
      { speaksHttps: lacksHttps !== true, excludesSubdomains },
    ]),
  )
  for (const entry of entries) applyEntry(hosts, entry)
  return createImageHosts(hosts)
}

type HostRules = Map<string, { readonly speaksHttps: boolean; readonly excludesSubdomains: boolean }>

function applyEntry(hosts: HostRules, entry: string): void {
  const host = entry.slice(1)
  const isWellFormed = /^[+-]/.test(entry) && hostPattern.test(host)
  if (!isWellFormed) throw new Error(`${entryFormat}; not ${JSON.stringify(entry.slice(0, 60))}`)
  if (entry.startsWith('+')) hosts.set(host, hosts.get(host) ?? { speaksHttps: false, excludesSubdomains: false })
  else if (!hosts.delete(host))
    throw new Error(`${host} is not in the list and cannot be removed; the list has ${[...hosts.keys()].join(', ')}`)
}

function createImageHosts(hosts: HostRules): ImageHosts {
  // Compares whole labels: example.org is not a subdomain of ample.org.
  const listedHostOf = (host: string) => {
    const labels = host.split('.')
    const ends = labels.map((_label, at) => labels.slice(at).join('.'))
    const found = ends.find((end) => hosts.has(end))
    const excludesSubdomains = found !== undefined && hosts.get(found)?.excludesSubdomains === true
    return excludesSubdomains && found !== host ? undefined : found
  }
  return {
    listedHostOf,
    isAllowed: (host) => listedHostOf(host) !== undefined,
    speaksHttps: (host) => hosts.get(listedHostOf(host) ?? '')?.speaksHttps === true,
  }
}
