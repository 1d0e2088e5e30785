// Detects requests of programs on this machine: from loopback, without a proxy or another site's page behind them.
import type { FastifyRequest } from 'fastify'
import type { Client } from './client.ts'

const loopback = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/

/** A proxy on this machine makes remote clients look local, and so does a web page in a local browser; both send one of these headers. */
const strangersHeader =
  /^(?:forwarded|via|cdn-loop|origin|x-forwarded(?:-.*)?|x-(?:original|remote|envoy|azure|appengine|arr|vercel|nf)-.*|x-real-ip|(?:cf|tailscale)-.*|(?:.*-)?client-?ip)$/

/** Values of `Sec-Fetch-Site` for requests that no page of another site caused: typed by the user, or sent by our own page. */
const ownFetchSites: ReadonlySet<string> = new Set(['none', 'same-origin'])

/** Does this header show that the request was made for somebody else? */
function isStrangers(name: string, value: unknown): boolean {
  if (name === 'sec-fetch-site') return typeof value !== 'string' || !ownFetchSites.has(value)
  return strangersHeader.test(name)
}

/** Host names that always mean this machine. Others can be made to resolve to it (DNS rebinding), so that a web page could ask. */
const ownName = /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\])(?::\d+)?$/i

/** Does a request with these headers come from a program on this machine, not forwarded for a remote client? */
export function isLocal(headers: FastifyRequest['headers'], client: Client): boolean {
  return (
    isFromHere(client) &&
    isOwn(headers.host) &&
    !Object.entries(headers).some(([name, value]) => isStrangers(name, value))
  )
}

/** As `isLocal`, for raw headers (names and values alternating): faster than building an object of them. */
export function isLocalHead(raw: readonly string[], client: Client): boolean {
  if (!isFromHere(client)) return false
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    if (name === 'host' ? !isOwn(raw[at + 1]) : isStrangers(name, raw[at + 1])) return false
  }
  return true
}

/** Programs speak HTTP/1.1. nginx in its default configuration forwards without naming the client, but speaks 1.0. */
function isFromHere({ address, httpVersion }: Client): boolean {
  return loopback.test(address) && httpVersion === '1.1'
}

function isOwn(host = 'localhost'): boolean {
  return ownName.test(host)
}
