// Builds requests and interprets replies: headers, redirects, and statuses that are failures.

import { UpstreamError } from '../errors.ts'
import type { Init } from '../source.ts'
import { acceptedEncodings } from './body.ts'
import { isChallenge } from './challenge-page.ts'
import { isPrivateByName } from './ssrf-guard.ts'
import type { UpstreamReply, WireRequest } from './wire.ts'

/** One request of an exchange: the first, or the target of a redirect. */
export interface OutgoingRequest {
  readonly url: URL
  readonly init: Init
}

/**
 * Parses a web address, absolute or relative to `base`.
 * @throws UpstreamError `mismatch` if it is invalid or not http(s).
 */
export function parseUrl(url: string, base?: URL): URL {
  const parsed = URL.canParse(url, base?.href) ? new URL(url, base?.href) : undefined
  // The address is left out of the message: it may contain a search query or a password.
  if (!parsed) throw new UpstreamError('mismatch', 'an address is invalid')
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new UpstreamError('mismatch', `${parsed.protocol.slice(0, 20)} is not a web address`)
  return parsed
}

/** An address for messages, without the query, which may contain a search query or a token, and in whole parts: half a keyword could not be hidden. */
export function printableUrl(url: URL): string {
  const text = url.origin + url.pathname
  return text.length <= 100 ? text : `${text.slice(0, text.lastIndexOf('/', 99) + 1)}…`
}

/** Method, headers and body in the form that the transport sends. */
export function toWireRequest(init: Init): Pick<WireRequest, 'method' | 'headers' | 'body'> {
  const asJson = init.body !== undefined && typeof init.body !== 'string'
  return {
    method: init.method ?? 'GET',
    headers: {
      'accept-encoding': acceptedEncodings,
      ...(asJson ? { 'content-type': 'application/json' } : {}),
      ...init.headers,
    },
    body: typeof init.body === 'string' || init.body === undefined ? init.body : JSON.stringify(init.body),
  }
}

export const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/**
 * The next request if the reply is a redirect, else undefined.
 * @throws UpstreamError `mismatch` if the target is no web address, or a redirect leads from a public host to a private
 * one.
 */
export function redirectTarget(reply: UpstreamReply, { url, init }: OutgoingRequest): OutgoingRequest | undefined {
  const location = reply.headers.location
  if (!redirectStatuses.includes(reply.status) || location === undefined) return undefined
  const target = parseUrl(location, url)
  // An allowance of the operator does not extend to redirects from public hosts.
  if (isPrivateByName(target) && !isPrivateByName(url))
    throw new UpstreamError('mismatch', `redirected to ${target.hostname}, which is not a public address`, {
      reason: { code: 'redirected', to: target.host },
    })
  const keepsBody = reply.status === 307 || reply.status === 308
  const nextInit = keepsBody ? init : { headers: filterHeaders(init.headers, (name) => !bodyHeaders.has(name)) }
  if (target.origin === url.origin) return { url: target, init: nextInit }
  // The body was meant for the first site only.
  if (nextInit.body !== undefined)
    throw new UpstreamError(
      'mismatch',
      `redirected to ${target.host} with a request body that is meant for ${url.host} only`,
      { reason: { code: 'redirected', to: target.host } },
    )
  return {
    url: target,
    init: { ...nextInit, headers: filterHeaders(nextInit.headers, (name) => crossSiteHeader.test(name)) },
  }
}

/** Headers that any browser sends to any site. All others were meant for one site and are not sent to another. */
const crossSiteHeader =
  /^(?:accept|accept-language|cache-control|upgrade-insecure-requests|user-agent|x-requested-with)$/i
/** Headers that describe the body are dropped together with it. */
const bodyHeaders = new Set(['content-type', 'content-encoding', 'content-language', 'content-length'])

function filterHeaders(headers: Init['headers'] = {}, isKept: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name.toLowerCase())))
}

/**
 * Accepts a reply that is an answer, also one of the statuses in `answers`. `now` is in epoch milliseconds.
 * @throws UpstreamError `blocked`, `unavailable` or `mismatch` for any other reply.
 */
export function checkReply(reply: UpstreamReply, bytes: Uint8Array, answers: Init['answers'], now: number): void {
  const { status } = reply
  const retryAfterMs = parseRetryAfter(reply.headers['retry-after'], now)
  if (isChallenge(bytes, reply.headers['content-type']) || reply.headers['cf-mitigated'] === 'challenge')
    throw new UpstreamError('blocked', 'answered with a challenge page', {
      retryAfterMs,
      reason: { code: 'challenge' },
    })
  const failure = answers?.includes(status) ? undefined : failureForStatus(status, retryAfterMs)
  if (failure) throw failure
}

/** 444, 521, 522 and 567 are those of firewalls, before the site (upstreams/search/plugins-2026-11/README.md, Conventions). */
const refusingStatuses = new Set([401, 403, 429, 444, 521, 522, 567])

/** The failure that a status means; undefined for 200 to 299. */
export function failureForStatus(status: number, retryAfterMs?: number): UpstreamError | undefined {
  if (status >= 200 && status < 300) return undefined
  if (refusingStatuses.has(status)) return new UpstreamError('blocked', `answered ${status}`, { retryAfterMs, status })
  if (status >= 500) return new UpstreamError('unavailable', `answered ${status}`, { retryAfterMs, status })
  return new UpstreamError('mismatch', `answered ${status}`, { status })
}

/** Milliseconds to wait from `now` (epoch milliseconds), from seconds or an HTTP date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // `Date.parse` accepts texts that are not dates, such as "-5" and "1.5".
  const date = /^[a-z]{3}.*\d\d:\d\d:\d\d/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
