// Texts logged at startup: where the service listens, who can use it, how it sends requests, which hosts do not respond.
import type { Config } from '../config/schema.ts'
import type { Logger } from '../observability/log.ts'
import type { Reachability } from '../upstream/net/reachability.ts'
import type { Failure } from '../upstream/source.ts'

/** Appended to the address: where else a service listening on `host` is reachable. */
export function listenScope(host: string, urls: readonly string[]): string {
  if (urls.length > 0) return `, and for other devices on ${urls.join(', ')}`
  return host === '0.0.0.0' || host === '::' ? ' and on every other address of this machine' : ''
}

/** A notice that the service is open to its whole network, and how to restrict it; undefined where it is restricted. */
export function openAccessNotice({ HOST: host, API_KEYS: keys, AUTH_ENABLED: hasLogins }: Config): string | undefined {
  const isHereOnly = host === '::1' || host.startsWith('127.')
  if (isHereOnly || keys !== undefined || hasLogins) return undefined
  return 'anyone who can reach it over the network may search; restrict it to this machine with HOST=127.0.0.1 (in Docker: PUBLISH), or require API_KEYS or AUTH_ENABLED'
}

/** How requests to upstreams leave: through a gateway, through proxies, or directly. */
export function egressSummary(config: Config): string {
  if (config.UPSTREAM_GATEWAY) return `all through the gateway ${config.UPSTREAM_GATEWAY.origin}`
  const proxied = [config.UPSTREAM_PROXY, config.HTTP_PROXY, config.HTTPS_PROXY, config.ALL_PROXY].some(Boolean)
  return proxied ? 'through the configured proxies' : 'directly'
}

/** Warns if Telegram, which most results come from, is unreachable. Silent during shutdown, which ends all requests. */
export async function warnIfUnreachable(
  { check }: Pick<Reachability, 'check'>,
  log: Pick<Logger, 'warn'>,
  isEnding: () => boolean,
): Promise<void> {
  const checked = await check()
  if (checked.state === 'unreachable' && !isEnding()) log.warn(unreachableMessage(checked.failure))
}

function unreachableMessage({ kind, detail }: Failure): string {
  return (
    `t.me ${kind === 'blocked' ? 'blocks us' : 'cannot be reached'} (${kind}: ${detail}). The service keeps running; searches list the sources that failed. ` +
    'Behind a firewall, set HTTPS_PROXY, UPSTREAM_PROXY or UPSTREAM_GATEWAY; in a checkout, `npm run demo` shows what Trawl does without a network.'
  )
}
