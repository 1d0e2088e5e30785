// Response cache: rendered responses by normalised request, so that a repeated request costs a look-up and a write.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Metrics } from '../../observability/metrics.ts'
import { routeOf } from '../logging/request-log.ts'
import { abortOnDisconnect } from '../streaming/abort-on-disconnect.ts'
import {
  bodyHeaders,
  type CachedResponse,
  createCachedResponse,
  type EncodedBody,
  isNotModified,
  type RenderedResponse,
  type ResponseStamp,
  responseHeaders,
} from './cached-response.ts'
import { createEncodingNegotiator, type Encoding } from './content-encoding.ts'

/** A cached response with its route and expiry (epoch milliseconds). */
export interface CacheEntry {
  readonly response: CachedResponse
  readonly route: string
  readonly label: string
  readonly until: number
  /** Cost of rendering it again, in milliseconds. */
  readonly renderCostMs: number
}

/** Storage of the cache, within the memory budget of `store/memory/weighted-cache.ts`. */
export interface EntryStorage {
  get(key: string): CacheEntry | undefined
  set(key: string, entry: CacheEntry, weight: { readonly bytes: number; readonly costMs: number }, until: number): void
}

export interface ResponseCacheDeps {
  readonly storage: EntryStorage
  /** Are the versions in the stamp unchanged? */
  isCurrent(stamp: ResponseStamp): boolean
  readonly metrics: Pick<Metrics, 'recordCacheOutcome' | 'recordResponseCache'>
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/** Cache key and timing label of a request. */
export interface CacheRequest {
  /** Name of the timed step, for `Server-Timing`. */
  readonly label: string
  /** The normalised request; undefined if the response must not come from the cache. */
  readonly key: string | undefined
}

export interface ResponseCache {
  /** Sends the cached response, or the one that `make` renders, which is cached if its stamp allows. Rejects as `make` does. */
  respond(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: CacheRequest,
    make: (signal: AbortSignal) => Promise<RenderedResponse>,
  ): Promise<FastifyReply>
  /** The valid cached response for a GET of this target. */
  find(target: string): CacheEntry | undefined
  /** Negotiates the encoding by `Accept-Encoding`. */
  readonly encodingFor: (accepted: string | undefined) => Encoding
}

/** Memory for the map from request targets to cache keys; bytes. */
const maxTargetBytes = 4 * 1024 * 1024
const maxTargetLength = 2_000

/** Maximum time in cache, so that demand counters see a repeated request at least this often. */
const maxTtlMs = 60_000

/** Approximate speed of rendering a response from cached answers as JSON. */
const charactersPerMs = 20_000

/** Creates the empty map from targets to cache keys. */
function createTargetIndex(): LRUCache<string, string> {
  return new LRUCache({
    maxSize: maxTargetBytes,
    sizeCalculation: (key, target) => 2 * (key.length + target.length) + 100,
  })
}

/** Creates the function that turns rendered responses into cache entries. */
function createEntryBuilder(
  epochMs: () => number,
): (request: FastifyRequest, label: string, rendered: RenderedResponse) => CacheEntry {
  /** Concurrent requests for one response share its bytes. */
  const responses = new WeakMap<RenderedResponse, CachedResponse>()
  return (request, label, rendered) => {
    const response = responses.get(rendered) ?? createCachedResponse(rendered, epochMs() - rendered.ageMs)
    responses.set(rendered, response)
    const until = Math.min(rendered.stamp?.until ?? 0, epochMs() + maxTtlMs)
    // Without the time of upstream calls: these would not be repeated.
    const renderCostMs = 1 + rendered.text.length / charactersPerMs
    return { response, route: routeOf(request) ?? label, label, until, renderCostMs }
  }
}

/** Caches the response if its stamp allows; returns whether it did. */
function storeEntry({ storage, isCurrent }: ResponseCacheDeps, key: string, entry: CacheEntry): boolean {
  const { stamp, bodies } = entry.response
  if (!stamp || !isCurrent(stamp)) return false
  const bytes = [...bodies.values()].reduce((sum, body) => sum + body.bytes.length, 0)
  const overheadBytes = 2 * key.length + 8 * stamp.slots.length + 1_000
  storage.set(key, entry, { bytes: bytes + overheadBytes, costMs: entry.renderCostMs }, entry.until)
  return true
}

/** Creates an empty response cache. */
export function createResponseCache(deps: ResponseCacheDeps): ResponseCache {
  const { storage, isCurrent, metrics, epochMs, monotonicMs } = deps
  const keysByTarget = createTargetIndex()
  const encodingFor = createEncodingNegotiator()
  const buildEntry = createEntryBuilder(epochMs)

  function validEntry(key: string): CacheEntry | undefined {
    const entry = storage.get(key)
    return entry?.response.stamp && epochMs() < entry.until && isCurrent(entry.response.stamp) ? entry : undefined
  }

  /** Looks up the response for a request, and counts a hit. */
  function lookup(key: string | undefined): CacheEntry | undefined {
    const entry = key === undefined ? undefined : validEntry(key)
    if (entry) metrics.recordCacheOutcome('cached', entry.response.stamp?.slots.length)
    return entry
  }

  /** Caches the response for all equal requests. */
  function storeFor({ method, url }: FastifyRequest, key: CacheRequest['key'], entry: CacheEntry): void {
    if (key === undefined || !storeEntry(deps, key, entry)) return
    if (method === 'GET' && url.length <= maxTargetLength) keysByTarget.set(url, key)
  }

  return {
    encodingFor,
    find(target) {
      const key = keysByTarget.get(target)
      return key === undefined ? undefined : validEntry(key)
    },
    async respond(request, reply, { label, key }, make) {
      const startedAt = monotonicMs()
      const hit = lookup(key)
      metrics.recordResponseCache(hit !== undefined)
      const rendered = hit ? undefined : await abortOnDisconnect(reply, make)
      const entry = hit ?? (rendered && buildEntry(request, label, rendered))
      if (!entry) throw new Error('an answer was neither kept nor made')
      const { response } = entry
      // A 304 has no body, so nothing is compressed.
      const isUnchanged = isConditionalHit(request, response)
      const body = isUnchanged
        ? undefined
        : await response.encodedBodyFor(encodingFor(request.headers['accept-encoding']))
      storeFor(request, key, entry)
      const tookMs = rendered?.tookMs ?? monotonicMs() - startedAt
      reply.headers(responseHeaders(response, { label, tookMs, cache: rendered?.cache ?? 'hit', now: epochMs() }))
      return body ? sendBody(reply, body) : reply.code(304).send()
    },
  }
}

function sendBody(reply: FastifyReply, body: EncodedBody): FastifyReply {
  return reply.headers(bodyHeaders(body)).send(body.bytes)
}

/** May the response be 304? Only for GET and HEAD (RFC 9110, 13.1.2). */
function isConditionalHit({ method, headers }: FastifyRequest, response: CachedResponse): boolean {
  return (method === 'GET' || method === 'HEAD') && isNotModified(response, headers)
}
