// What the service says at its start: where it can be reached, how it asks, and who does not answer.
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { type Unreached, unreachedHosts } from '../upstream/reach.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Where besides its address a service that listens on `host` can be reached. */
export function listenScope(host: string): string {
  return host === '0.0.0.0' || host === '::' ? ' and on every other address of this machine' : ''
}

/** That everybody who can reach the service may search, where that is so, and how to restrict it; undefined where it is not. */
export function openAccessNotice({ HOST: host, API_KEYS: keys, AUTH_ENABLED: hasLogins }: Config): string | undefined {
  const isHereOnly = host === '::1' || host.startsWith('127.')
  if (isHereOnly || keys !== undefined || hasLogins) return undefined
  return 'everybody whose network reaches it may search; HOST=127.0.0.1 (in Docker PUBLISH) keeps it to this machine, API_KEYS or AUTH_ENABLED lets in who proves himself'
}

/** How the settings make upstreams be asked. */
export function egressSummary(config: Config): string {
  if (config.UPSTREAM_GATEWAY) return `all by the gateway ${config.UPSTREAM_GATEWAY.origin}`
  const proxied = [config.UPSTREAM_PROXY, config.HTTP_PROXY, config.HTTPS_PROXY, config.ALL_PROXY].some(Boolean)
  return proxied ? 'by the proxies of the settings' : 'directly'
}

/** Warns of the upstreams without which little is found, if they cannot be reached now. While all ends nobody can be. */
export async function warnUnreachableHosts(
  upstream: Upstream,
  log: Pick<Logger, 'warn'>,
  isEnding: () => boolean,
): Promise<void> {
  const unreached = await unreachedHosts(upstream, ['https://t.me/s/telegram'])
  if (isEnding()) return
  for (const { host, failure } of unreached) log.warn(silence(host, failure))
}

function silence(host: string, { kind, detail }: Unreached['failure']): string {
  return (
    `${host} ${kind === 'blocked' ? 'does not let us in' : 'cannot be reached'} (${kind}: ${detail}). The service goes on; searches say which sources failed until it answers. ` +
    'Behind a firewall, set HTTPS_PROXY or UPSTREAM_PROXY; without a network, `npm run demo` shows what Trawl does.'
  )
}
