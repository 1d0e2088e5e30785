// Detects requests of programs and browsers on this machine: from loopback, without a proxy or another site's page behind them.
import type { FastifyRequest } from 'fastify'
import type { Client } from './access/client-address.ts'

const loopback = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/

/** A proxy on this machine makes remote clients look local; it sends one of these headers. */
const remoteClientHeader =
  /^(?:via|cdn-loop|(?:x-)?forward(?:ed)?(?:-.*)?|x-(?:original|remote|envoy|azure|appengine|arr|vercel|nf|real|proxyuser|rewrite)-.*|x-(?:coming-from|amzn-trace-id|cloud-trace-context|host|scheme)|front-end-https|(?:cf|tailscale)-.*|(?:.*-)?(?:client|connecting|originating|real|remote|src|viewer)-?(?:ip|addr(?:ess)?))$/

/** Values of `Sec-Fetch-Site` for requests that no page of another site caused: typed by the user, or sent by our own page. */
const sameOriginFetchSites: ReadonlySet<string> = new Set(['none', 'same-origin'])

/** Does this header (its name in lower case) show that the request was made for somebody else? */
export function isRemoteClientHeader(name: string, value: string): boolean {
  if (name === 'sec-fetch-site') return !sameOriginFetchSites.has(value)
  return remoteClientHeader.test(name)
}

/** Host names that always mean this machine. Others can be made to resolve to it (DNS rebinding), so that a web page could ask. */
const localHostName = /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\])(?::\d+)?$/i

/** Origins of pages that only a browser on this machine can have opened. */
const localOrigin = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Is this the page of this service, in a browser on this machine? Browsers send `Origin` with each change. */
function isOwnPage(origin: string, host: string | undefined): boolean {
  return localOrigin.test(origin) && origin.slice(origin.indexOf('/') + 2) === host?.toLowerCase()
}

/**
 * Does a request with these headers come from a program on this machine, or from the page of this service in a browser on it, not forwarded for
 * a remote client?
 */
export function isLocal(headers: FastifyRequest['headers'], { address, httpVersion }: Client): boolean {
  // Programs speak HTTP/1.1. nginx in its default configuration forwards without naming the client, but speaks 1.0.
  if (!loopback.test(address) || httpVersion !== '1.1') return false
  if (Object.entries(headers).some(([name, value]) => isRemoteClientHeader(name, String(value)))) return false
  const { host, origin } = headers
  if (host !== undefined && !localHostName.test(host)) return false
  return origin === undefined || isOwnPage(origin, host)
}
