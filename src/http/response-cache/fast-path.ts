// Fast path: answers a GET from the response cache before the framework sees it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InFlightResponses } from '../server/graceful-close.ts'
import {
  ageHeader,
  bodyHeaders,
  type CachedResponse,
  type EncodedBody,
  isNotModified,
  serverTiming,
  validatorHeaders,
} from './cached-response.ts'
import type { CacheEntry, ResponseCache } from './response-cache.ts'
import { parseSimpleHeaders, type SimpleHeaders } from './simple-headers.ts'

type IncomingMessage = FastifyRequest['raw']
type ServerResponse = FastifyReply['raw']

/** A request answered on the fast path. */
export interface FastPathHit {
  readonly request: IncomingMessage
  readonly bytes: number
  readonly requestId: string
  readonly route: string
  readonly status: number
  readonly tookMs: number
  /** Number of cached answers that the response consists of. */
  readonly asks: number
}

export interface FastPathDeps {
  readonly responses: Pick<ResponseCache, 'encodingFor' | 'find'>
  /** Authorizes the request. Returns additional headers (names and values alternating); undefined if the framework must handle it. */
  authorize(request: IncomingMessage, entry: CacheEntry): readonly string[] | undefined
  /** Headers of every response. */
  readonly openHeaders: Readonly<Record<string, string>>
  /** Chooses the request id; `body` is the client's. */
  requestId(body: string | undefined): string
  /** Called after each response. */
  onHit(onHit: FastPathHit): void
  readonly inFlight: InFlightResponses
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/** Answers the request and returns true, or leaves it untouched and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** Creates the fast path. */
export function createFastPath(parts: FastPathDeps): FastPath {
  const { monotonicMs } = parts
  const headerBuilderFor = createHeaderBuilder(parts.openHeaders)
  const timings = createTimingCache()
  return (request, response) => {
    const began = monotonicMs()
    const lookup = find(request, parts)
    if (!lookup) return false
    const { entry, body, extraHeaders } = lookup
    const requestId = parts.requestId(lookup.head['x-request-id'])
    const headersFor = headerBuilderFor(entry.response, body)
    const headers = headersFor(requestId, timings(entry.label, monotonicMs() - began), parts.epochMs())
    send(response, extraHeaders.length > 0 ? [...headers, ...extraHeaders] : headers, body)
    // Data that the kernel has accepted needs no graceful close.
    if (request.socket.writableLength > 0) parts.inFlight.track(response)
    parts.onHit({
      request,
      requestId,
      route: entry.route,
      asks: answerCount(entry.response),
      status: response.statusCode,
      bytes: body?.bytes.length ?? 0,
      tookMs: monotonicMs() - began,
    })
    return true
  }
}

/** A cache hit; `body` is undefined for a 304. */
interface FastPathLookup {
  readonly head: SimpleHeaders
  readonly entry: CacheEntry
  readonly body: EncodedBody | undefined
  readonly extraHeaders: readonly string[]
}

function find(request: IncomingMessage, { responses, inFlight, authorize }: FastPathDeps): FastPathLookup | undefined {
  if (request.method !== 'GET' || inFlight.isClosing()) return undefined
  const entry = responses.find(request.url ?? '')
  const head = entry && parseSimpleHeaders(request.rawHeaders)
  if (!head || (head.host === undefined && request.httpVersion === '1.1')) return undefined
  const isUnchanged = head['if-none-match'] !== undefined && isNotModified(entry.response, { ...head })
  const body = isUnchanged ? undefined : entry.response.at(responses.encodingFor(head['accept-encoding']))
  // Last, because it counts against the rate limit.
  const extraHeaders = isUnchanged || body ? authorize(request, entry) : undefined
  return extraHeaders && { head, entry, body, extraHeaders }
}

/** Sends 304 without a body if `form` is undefined. */
function send(response: ServerResponse, headers: string[], form: EncodedBody | undefined): void {
  if (form) response.writeHead(200, headers).end(form.bytes)
  else response.writeHead(304, headers).end()
}

/** Durations below this many tenths of a millisecond use prebuilt `Server-Timing` texts. */
const maxPrebuiltTenths = 20

/** Creates a cached `serverTiming`. */
function createTimingCache(): typeof serverTiming {
  const known = new Map<string, readonly string[]>()
  return (what, tookMs) => {
    const timings =
      known.get(what) ?? Array.from({ length: maxPrebuiltTenths }, (_, tenths) => serverTiming(what, tenths / 10))
    known.set(what, timings)
    return timings[Math.round(tookMs * 10)] ?? serverTiming(what, tookMs)
  }
}

/** Returns the headers of a response at a time (epoch milliseconds), names and values alternating; valid until the next call. */
type BuildHeaders = (requestId: string, timing: string, now: number) => string[]

/** Creates the cache of header builders: one per response and encoding, built on first use. */
function createHeaderBuilder(
  defaultHeaders: Readonly<Record<string, string>>,
): (ready: CachedResponse, form: EncodedBody | undefined) => BuildHeaders {
  const builders = new WeakMap<CachedResponse | EncodedBody, BuildHeaders>()
  return (ready, form) => {
    const known = builders.get(form ?? ready)
    if (known) return known
    const staticHeaders = {
      ...defaultHeaders,
      ...validatorHeaders(ready),
      'x-cache': 'HIT',
      ...(form && bodyHeaders(form)),
    }
    const head = createBuildHeaders(ready, staticHeaders)
    builders.set(form ?? ready, head)
    return head
  }
}

/** Reuses one list for all requests: `writeHead` reads it synchronously and accepts alternating names and values as they are. */
function createBuildHeaders(ready: CachedResponse, staticHeaders: Readonly<Record<string, string>>): BuildHeaders {
  const list = ['x-request-id', '', 'server-timing', '', 'age', '', ...Object.entries(staticHeaders).flat()]
  let ageSecond = Number.NEGATIVE_INFINITY
  return (requestId, timing, now) => {
    list[1] = requestId
    list[3] = timing
    const second = Math.floor((now - ready.oldestAt) / 1000)
    if (second !== ageSecond) {
      ageSecond = second
      list[5] = ageHeader(ready, now)
    }
    return list
  }
}

function answerCount({ stamp }: CachedResponse): number {
  return stamp?.slots.length ?? 0
}

/** Installs the fast path before all other listeners of the server. */
export function installFastPath({ server }: Pick<FastifyInstance, 'server'>, fastPath: FastPath): void {
  // The framework adds its listener when it creates the server, so it has to be replaced.
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!fastPath(request, response)) for (const listener of listeners) listener.call(server, request, response)
  })
}
