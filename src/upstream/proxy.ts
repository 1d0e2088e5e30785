// Which proxy, if any, a URL is asked through: plain rules, read once from the settings people know.
import { plainName } from './addresses.ts'

/** A proxy for the hosts a pattern matches; `undefined` means: ask directly. */
interface ProxyRule {
  /** A whole host (`t.me`), a host with all below it (`.github.com`, `*.github.com`), or `*`. */
  readonly pattern: string
  readonly proxy: string | undefined
}

/** What `UPSTREAM_PROXY`, `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` hold. */
export interface ProxySettings {
  readonly upstreamProxy?: string | undefined
  readonly httpProxy?: string | undefined
  readonly httpsProxy?: string | undefined
  readonly allProxy?: string | undefined
  readonly noProxy?: string | undefined
}

const schemes = new Set(['http:', 'https:', 'socks5:', 'socks:'])

function checkedProxy(text: string, setting: string): string {
  // People write socks5h to have names looked up by the proxy; that is what happens here in any case.
  const address = text.trim().replace(/^socks5h:/i, 'socks5:')
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !schemes.has(url.protocol) || url.hostname === '' || !isDecodable(url))
    throw new Error(`${setting}: a proxy must look like http://host:port, https://host:port or socks5://host:port`)
  return url.href
}

/** Name and password are written with percent signs where they hold what an address may not. */
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    // A percent sign that stands for nothing.
    return false
  }
}

/** `t.me=socks5://…,*.github.com=direct,http://…`: rules in order, a bare proxy counts for every host. */
function upstreamRules(text: string): ProxyRule[] {
  return splitList(text).map((entry) => {
    const named = /^([\w.*-]+)=(.*)$/.exec(entry)
    const pattern = named?.[1]?.toLowerCase() ?? '*'
    const proxy = named?.[2]?.trim() ?? entry
    return { pattern, proxy: proxy === 'direct' ? undefined : checkedProxy(proxy, 'UPSTREAM_PROXY') }
  })
}

function splitList(text: string): string[] {
  return text
    .split(/[,\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function matches(pattern: string, host: string): boolean {
  if (pattern === '*') return true
  const below = pattern.startsWith('*.') ? pattern.slice(1) : pattern
  return below.startsWith('.') ? host.endsWith(below) || host === below.slice(1) : host === below
}

/** `NO_PROXY` as curl and others read it: a name also stands for all hosts below it; a port narrows it. */
function exempt(entries: readonly string[], url: URL, host: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return entries.some((entry) => {
    const [name = '', only] = entry.toLowerCase().split(':')
    if (only !== undefined && only !== port) return false
    return matches(name, host) || matches(`.${name}`, host)
  })
}

/**
 * Makes the choice of proxy from the settings: `UPSTREAM_PROXY` first, per host or overall, then the usual variables.
 * Returns the proxy's URL for a URL to ask, or undefined for a direct connection.
 * @throws Error naming the setting when an address in it is none.
 */
export function createProxyChoice(settings: ProxySettings): (url: URL) => string | undefined {
  const rules = upstreamRules(settings.upstreamProxy ?? '')
  const all = usual(settings.allProxy, 'ALL_PROXY')
  const http = usual(settings.httpProxy, 'HTTP_PROXY') ?? all
  const https = usual(settings.httpsProxy, 'HTTPS_PROXY') ?? all
  const direct = splitList(settings.noProxy ?? '')
  return (url) => {
    // The dot that may end a name is no way around a rule for it.
    const host = plainName(url.hostname)
    const rule = rules.find((candidate) => matches(candidate.pattern, host))
    if (rule) return rule.proxy
    if (exempt(direct, url, host)) return undefined
    return url.protocol === 'https:' ? https : http
  }
}

function usual(text: string | undefined, setting: string): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  // `HTTP_PROXY=host:port` without a scheme is common and means http.
  return checkedProxy(/^[a-z0-9]+:\/\//i.test(text) ? text : `http://${text}`, setting)
}
