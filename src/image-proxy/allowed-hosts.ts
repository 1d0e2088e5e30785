// Allowed image hosts: those that our sources use, plus and minus the entries of PICTURE_HOSTS.
import hosts from './default-hosts.json' with { type: 'json' }

/** An allowed host. Includes its subdomains unless `excludesSubdomains`. */
interface HostEntry {
  readonly host: string
  /** The sources that use images from this host; undefined if the operator added it. */
  readonly of?: string
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

export type ImageHosts = ReturnType<typeof createImageHosts>

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
  const hosts = new Map(defaultHosts.map((entry) => [entry.host, entry]))
  for (const entry of entries) applyEntry(hosts, entry)
  return createImageHosts(hosts)
}

type HostRules = Map<string, HostEntry>

function applyEntry(hosts: HostRules, entry: string): void {
  const host = entry.slice(1)
  const isWellFormed = /^[+-]/.test(entry) && hostPattern.test(host)
  if (!isWellFormed) throw new Error(`${entryFormat}; not ${JSON.stringify(entry.slice(0, 60))}`)
  if (entry.startsWith('+')) hosts.set(host, hosts.get(host) ?? { host, lacksHttps: true })
  else if (!hosts.delete(host))
    throw new Error(`${host} is not in the list and cannot be removed; the list has ${[...hosts.keys()].join(', ')}`)
}

function createImageHosts(hosts: HostRules) {
  // Compares whole labels: example.org is not a subdomain of ample.org.
  const entryOf = (host: string) => {
    const labels = host.split('.')
    const found = labels.flatMap((_label, at) => hosts.get(labels.slice(at).join('.')) ?? [])[0]
    return found?.excludesSubdomains && found.host !== host ? undefined : found
  }
  return {
    /** The list entry that covers a host; undefined when the host is not allowed. */
    listedHostOf: (host: string) => entryOf(host)?.host,
    /** Whether images of this host may be fetched; `host` as in `URL.host`. */
    isAllowed: (host: string) => entryOf(host) !== undefined,
    /** Whether an http URL of this host may be fetched over https. */
    speaksHttps(host: string) {
      const entry = entryOf(host)
      return entry !== undefined && !entry.lacksHttps
    },
  }
}
