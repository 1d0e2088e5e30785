// What is sent and how the reply is judged: headers out, redirects, status to failure.
import { isPrivateByName } from './addresses.ts'
import { acceptedEncodings } from './body.ts'
import { isChallenge } from './challenge.ts'
import { UpstreamError } from './errors.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Init } from './source.ts'
import type { Attempt, Reply } from './transport.ts'

/** One request of an exchange: the first, or the one a redirect leads to. */
export interface Sent {
  readonly url: URL
  readonly init: Init
}

/** Reads a web address, absolute or relative to `base`. @throws UpstreamError `mismatch` when it is none. */
export function addressOf(url: string, base?: URL): URL {
  const parsed = URL.canParse(url, base?.href) ? new URL(url, base?.href) : undefined
  // The address itself is not shown: it may hold what somebody searched for, or a password.
  if (!parsed) throw new UpstreamError('mismatch', 'an address cannot be read')
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new UpstreamError('mismatch', `${parsed.protocol.slice(0, 20)} is not a web address`)
  return parsed
}

/** An address for messages, cut before the query, which may hold what somebody searched for or a token. */
export function shownAddress(url: URL): string {
  return (url.origin + url.pathname).slice(0, 100)
}

/** Method, headers and body as they go on the wire. */
export function wireForm(init: Init): Pick<Attempt, 'method' | 'headers' | 'body'> {
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

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * The request a redirecting reply leads to; undefined when the reply is no redirect.
 * @throws UpstreamError `mismatch` when it leads to no web address, or from the public net into one's own.
 */
export function redirectOf(reply: Reply, { url, init }: Sent): Sent | undefined {
  const location = reply.headers.location
  if (!redirectStatuses.has(reply.status) || location === undefined) return undefined
  const target = addressOf(location, url)
  // What an operator allows to be asked is not for everybody out there to have asked.
  if (isPrivateByName(target) && !isPrivateByName(url))
    throw new UpstreamError('mismatch', `redirected to ${target.hostname}, which is not a public address`)
  const kept = reply.status === 307 || reply.status === 308
  const again = kept ? init : { headers: without(aboutBody, init.headers) }
  if (target.origin === url.origin) return { url: target, init: again }
  // What was sent was meant for the first site.
  if (again.body !== undefined)
    throw new UpstreamError(
      'mismatch',
      `redirected to ${target.host} with what was sent, which is for ${url.host} only`,
    )
  return { url: target, init: { ...again, headers: plainOnes(again.headers) } }
}

/** What any browser sends to any site. Anything else was meant for one (a cookie, a key by whatever name, where somebody came from) and is not told to another. */
const plain = /^(?:accept|accept-language|cache-control|upgrade-insecure-requests|user-agent|x-requested-with)$/i
/** What describes a body goes when the body goes. */
const aboutBody = new Set(['content-type', 'content-encoding', 'content-language', 'content-length'])

function without(names: ReadonlySet<string>, headers: Init['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())))
}

function plainOnes(headers: Init['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => plain.test(name)))
}

/** What came, and under which statuses besides the usual ones it is an answer. */
interface Judged {
  readonly reply: Reply
  readonly bytes: Uint8Array
  readonly answers: Init['answers'] | undefined
}

/**
 * Accepts a reply that is an answer. `now` is in epoch milliseconds.
 * @throws UpstreamError `blocked`, `unavailable` or `mismatch` for any other.
 */
export function judge({ reply, bytes, answers }: Judged, now: number): void {
  const { status } = reply
  const retryAfterMs = readRetryAfter(reply.headers['retry-after'], now)
  if (isChallenge(bytes, reply.headers['content-type']) || reply.headers['cf-mitigated'] === 'challenge')
    throw new UpstreamError('blocked', 'a challenge page came instead of an answer', { retryAfterMs })
  const failure = answers?.includes(status) ? undefined : failureByStatus(status, retryAfterMs)
  if (failure) throw failure
}

/** What a status says went wrong; undefined for those from 200 to 299. */
export function failureByStatus(status: number, retryAfterMs?: number): UpstreamError | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 401 || status === 403 || status === 429)
    return new UpstreamError('blocked', `answered ${status}`, { retryAfterMs, status })
  if (status >= 500) return new UpstreamError('unavailable', `answered ${status}`, { retryAfterMs, status })
  return new UpstreamError('mismatch', `answered ${status}`, { status })
}
