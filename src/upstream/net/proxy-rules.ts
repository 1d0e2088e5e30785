// Selects the proxy for a URL, by rules that are parsed once from the settings.
import { normalizeHost } from './ssrf-guard.ts'

/** The values of `UPSTREAM_PROXY`, `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. */
export interface ProxySettings {
  readonly upstreamProxy?: string | undefined
  readonly httpProxy?: string | undefined
  readonly httpsProxy?: string | undefined
  readonly allProxy?: string | undefined
  readonly noProxy?: string | undefined
}

const schemes = new Set(['http:', 'https:', 'socks5:', 'socks:'])

function parseProxy(text: string, setting: string): string {
  // In socks5h the proxy resolves names; here it always does.
  const url = URL.parse(text.trim().replace(/^socks5h:/i, 'socks5:'))
  if (!url || !isProxy(url))
    throw new Error(`${setting}: a proxy must look like http://host:port, https://host:port or socks5://host:port`)
  return url.href
}

function isProxy(url: URL): boolean {
  // For schemes other than http(s), URL accepts quotes and most other characters in a host.
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname)
  // A path shows that the address is not a proxy's, or is written wrongly: `http://http://host`.
  const isBare = url.pathname.replace('/', '') + url.search + url.hash === ''
  return schemes.has(url.protocol) && isHost && isBare && isDecodable(url)
}

/** Whether name and password are valid percent-encoding. */
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    // A malformed percent escape.
    return false
  }
}

/**
 * Parses ordered rules: `t.me=socks5://…,*.github.com=direct,http://…`. The pattern is a host, a host with all its subdomains
 * (`.github.com`, `*.github.com`), or `*`, the default. The proxy is undefined for a direct connection.
 */
function parseRules(text: string) {
  return splitList(text).map((entry) => {
    const named = /^([\w.*-]+)=(.*)$/.exec(entry)
    const pattern = named?.[1]?.toLowerCase() ?? '*'
    const proxy = named?.[2]?.trim() ?? entry
    return { pattern, proxy: proxy === 'direct' ? undefined : parseProxy(proxy, 'UPSTREAM_PROXY') }
  })
}

function splitList(text: string): string[] {
  return text.split(/[,\s]+/).filter((part) => part !== '')
}

function matches(pattern: string, host: string): boolean {
  if (pattern === '*') return true
  const below = pattern.startsWith('*.') ? pattern.slice(1) : pattern
  return below.startsWith('.') ? host.endsWith(below) || host === below.slice(1) : host === below
}

/** Matches `NO_PROXY` as curl does: a name also covers its subdomains; a port narrows it. */
function isExempt(entries: readonly string[], url: URL, host: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return entries.some((entry) => {
    const [name = '', only] = entry.toLowerCase().split(':')
    if (only !== undefined && only !== port) return false
    return matches(name, host) || matches(`.${name}`, host)
  })
}

/**
 * Creates the proxy selection: `UPSTREAM_PROXY` first, per host or overall, then the usual variables. It returns the
 * proxy URL for a URL, or undefined for a direct connection.
 * @throws Error naming the setting if its address is invalid.
 */
export function createProxyChoice(settings: ProxySettings): (url: URL) => string | undefined {
  const rules = parseRules(settings.upstreamProxy ?? '')
  const all = parseEnvProxy(settings.allProxy, 'ALL_PROXY')
  const http = parseEnvProxy(settings.httpProxy, 'HTTP_PROXY') ?? all
  const https = parseEnvProxy(settings.httpsProxy, 'HTTPS_PROXY') ?? all
  const direct = splitList(settings.noProxy ?? '')
  return (url) => {
    // A trailing dot must not bypass the rules.
    const host = normalizeHost(url.hostname)
    const rule = rules.find((candidate) => matches(candidate.pattern, host))
    if (rule) return rule.proxy
    if (isExempt(direct, url, host)) return undefined
    return url.protocol === 'https:' ? https : http
  }
}

function parseEnvProxy(text: string | undefined, setting: string): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  // `HTTP_PROXY=host:port` without a scheme is common and means http.
  return parseProxy(/^[a-z0-9]+:\/\//i.test(text) ? text : `http://${text}`, setting)
}
