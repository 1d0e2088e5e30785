// Detects requests of programs on this machine: from loopback, without a proxy or another site's page behind them.
import type { Client } from './access/client-address.ts'

const loopback = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/

/** A proxy on this machine makes remote clients look local, and so does a web page in a local browser; both send one of these headers. */
const remoteClientHeader =
  /^(?:forwarded|via|cdn-loop|origin|x-forwarded(?:-.*)?|x-(?:original|remote|envoy|azure|appengine|arr|vercel|nf)-.*|x-real-ip|(?:cf|tailscale)-.*|(?:.*-)?client-?ip)$/

/** Values of `Sec-Fetch-Site` for requests that no page of another site caused: typed by the user, or sent by our own page. */
const sameOriginFetchSites: ReadonlySet<string> = new Set(['none', 'same-origin'])

/** Does this header show that the request was made for somebody else? */
function isRemoteClientHeader(name: string, value: string): boolean {
  if (name === 'sec-fetch-site') return !sameOriginFetchSites.has(value)
  return remoteClientHeader.test(name)
}

/** Host names that always mean this machine. Others can be made to resolve to it (DNS rebinding), so that a web page could ask. */
const localHostName = /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\])(?::\d+)?$/i

/**
 * Does a request with these raw headers (names and values alternating) come from a program on this machine, not forwarded for a remote
 * client? Building an object of the headers would take longer.
 */
export function isLocal(rawHeaders: readonly string[], { address, httpVersion }: Client): boolean {
  // Programs speak HTTP/1.1. nginx in its default configuration forwards without naming the client, but speaks 1.0.
  if (!loopback.test(address) || httpVersion !== '1.1') return false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    const value = rawHeaders[at + 1] ?? ''
    if (name === 'host' ? !localHostName.test(value) : isRemoteClientHeader(name, value)) return false
  }
  return true
}
