// Who may read an answer: open CORS, constant security headers, what our page may do, request ids, what only this machine may see.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from './client.ts'
import { refusal } from './errors.ts'

/** On every answer, errors included. */
export const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Server-Timing, X-Cache, Age, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // An answer of the API that a browser opens as a document (RSS is markup) runs and loads nothing. Pages and files have policies of their own.
  'content-security-policy': "default-src 'none'; sandbox",
} as const

/** Which of these let pages of other sites read an answer. */
export const corsHeaderNames = ['access-control-allow-origin', 'access-control-expose-headers'] as const

/**
 * On what a browser may show as a page: it loads and asks nothing but this service, and nobody frames it. `blob:` is for pictures, which
 * it fetches with what its reader proves himself by. No text becomes HTML or a script; the one policy of trusted types that there may be
 * is the page's own for the address of its service worker.
 */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types trawl",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
} as const

/** On the answer to OPTIONS for a path that takes these methods. `Authorization` is named because the star does not cover it. */
export function preflightHeaders(methods: string) {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': '*, Authorization',
    'access-control-max-age': '86400',
  }
}

/** Makes ids of requests: `first`, which no other process has, and a number. Quicker than chance for each. */
export function createIds(first: string): () => string {
  let last = 0
  return () => {
    last += 1
    return `${first}-${last.toString(36)}`
  }
}

/** Makes the choice of a request's id: the caller's own if it is harmless, else one from `newId`. */
export function createIdChoice(newId: () => string): (sent: unknown) => string {
  return (sent) => (typeof sent === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : newId())
}

/** The same for a request with its headers. */
export function createRequestIds(newId: () => string) {
  const choose = createIdChoice(newId)
  return ({ headers }: Pick<FastifyRequest['raw'], 'headers'>): string => choose(headers['x-request-id'])
}

/** Puts the constant headers and the request id on an answer. */
export function setOpenHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(openHeaders).header('x-request-id', request.id)
}

/**
 * Left to us by `requireHostHeader`, because Node would answer without a body; of two it would take the first without a word.
 * @throws RequestError 400 for none, and for more than one.
 */
export function checkHost({ rawHeaders }: Pick<FastifyRequest['raw'], 'rawHeaders'>, { httpVersion }: Client): void {
  const count = rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  ).length
  if (count > 1) throw refusal('Host header', 'must be sent once')
  if (count === 0 && httpVersion === '1.1') throw refusal('Host header', 'is required by HTTP/1.1')
}

const loopback = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/

/** A proxy on this machine makes strangers look local, and a page in a browser on it asks for strangers: both say so in a header. */
const strangersHeader =
  /^(?:forwarded|via|cdn-loop|origin|x-forwarded(?:-.*)?|x-(?:original|remote|envoy|azure|appengine|arr|vercel|nf)-.*|x-real-ip|(?:cf|tailscale)-.*|(?:.*-)?client-?ip)$/

/** What a browser says of a request that no page of another site has caused: it was typed, or our own page asks. */
const ownFetchSites: ReadonlySet<string> = new Set(['none', 'same-origin'])

/** Does this header say that somebody else asks? */
function isStrangers(name: string, value: unknown): boolean {
  if (name === 'sec-fetch-site') return typeof value !== 'string' || !ownFetchSites.has(value)
  return strangersHeader.test(name)
}

/** Names that only this machine has: another one may be made to mean this machine, for a page in a browser on it to ask by. */
const ownName = /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]+\])(?::\d+)?$/i

/** Does a request with these headers come from a program on this machine, with nobody behind it? */
export function isLocal(headers: FastifyRequest['headers'], client: Client): boolean {
  return (
    isFromHere(client) &&
    isOwn(headers.host) &&
    !Object.entries(headers).some(([name, value]) => isStrangers(name, value))
  )
}

/** The same of headers as they came, names and values in turn: to make an object of them takes longer. */
export function isLocalHead(raw: readonly string[], client: Client): boolean {
  if (!isFromHere(client)) return false
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    if (name === 'host' ? !isOwn(raw[at + 1]) : isStrangers(name, raw[at + 1])) return false
  }
  return true
}

/** Programs speak HTTP/1.1. nginx as it comes says nothing of who is behind it, but speaks 1.0. */
function isFromHere({ address, httpVersion }: Client): boolean {
  return loopback.test(address) && httpVersion === '1.1'
}

function isOwn(host = 'localhost'): boolean {
  return ownName.test(host)
}
