// Response cache: rendered responses by normalised request, so that a repeated request costs a look-up and a write.

import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isRunning } from '../../async/ages.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { routeOf } from '../logging/request-log.ts'
import { abortOnDisconnect } from '../streaming/abort-on-disconnect.ts'
import {
  ageHeader,
  bodyHeaders,
  type CachedResponse,
  createCachedResponse,
  isNotModified,
  type RenderedResponse,
  type ResponseStamp,
  serverTiming,
  validatorHeaders,
} from './cached-response.ts'
import { createEncodingNegotiator } from './content-encoding.ts'

/** A cached response with its route and expiry (epoch milliseconds). */
export interface CacheEntry {
  readonly response: CachedResponse
  readonly route: string
  readonly label: string
  readonly until: number
}

interface ResponseCacheOptions {
  /** Storage within the memory budget of `store/memory/memory-budget.ts`. */
  readonly storage: {
    get(key: string): CacheEntry | undefined
    set(key: string, entry: CacheEntry, bytes: number, until: number): void
  }
  isCurrent(stamp: ResponseStamp): boolean
  readonly metrics: Pick<Metrics, 'recordCacheOutcome' | 'recordResponseCache'>
  readonly epochMs: () => number
  readonly monotonicMs: () => number
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Memory for the map from digests of requests to cache keys; bytes. */
const maxDigestMapBytes = 4 * 1024 * 1024

/** Maximum time in cache, so that demand counters see a repeated request at least this often. */
const maxTtlMs = 60_000

/** Creates the function that turns rendered responses into cache entries. */
function createEntryBuilder(epochMs: () => number) {
  /** Concurrent requests for one response share its bytes. */
  const responses = new WeakMap<RenderedResponse, CachedResponse>()
  return (request: FastifyRequest, label: string, rendered: RenderedResponse): CacheEntry => {
    const response = responses.get(rendered) ?? createCachedResponse(rendered, epochMs() - rendered.ageMs)
    responses.set(rendered, response)
    const until = Math.min(rendered.stamp?.until ?? 0, epochMs() + maxTtlMs)
    return { response, route: routeOf(request) ?? label, label, until }
  }
}

/**
 * The digest of a GET of a target, or of a POST of this body to it: a long text is hashed faster than it is looked up, and a cryptographic hash
 * takes no request for another. No target contains a line break.
 */
function digestOf(target: string, body?: Uint8Array): string {
  return hash('sha256', body ? Buffer.concat([Buffer.from(`${target}\n`), body]) : target, 'base64url')
}

function createEntries({ storage, isCurrent, epochMs }: ResponseCacheOptions) {
  const keysByDigest = new LRUCache<string, string>({
    maxSize: maxDigestMapBytes,
    sizeCalculation: (key, digest) => 2 * (key.length + digest.length) + 100,
  })

  function get(key: string | undefined): CacheEntry | undefined {
    const entry = key === undefined ? undefined : storage.get(key)
    return entry?.response.stamp && isRunning(entry.until, epochMs(), maxTtlMs) && isCurrent(entry.response.stamp)
      ? entry
      : undefined
  }

  return {
    get,
    /** The valid cached response for a GET of this target, or for a POST of this body to it. */
    find: (target: string, body?: Uint8Array): CacheEntry | undefined => get(keysByDigest.get(digestOf(target, body))),
    /** Caches the response for all equal requests if its stamp allows. */
    set({ method, url, body }: FastifyRequest, key: string | undefined, entry: CacheEntry): void {
      const { stamp, totalBytes } = entry.response
      if (key === undefined || !stamp || !isCurrent(stamp)) return
      const bytes =
        totalBytes() + 2 * key.length + 8 * stamp.slots.length + (stamp.parts?.slots.byteLength ?? 0) + 1_000
      storage.set(key, entry, bytes, entry.until)
      if (method === 'GET') keysByDigest.set(digestOf(url), key)
      else if (method === 'POST' && body instanceof Uint8Array) keysByDigest.set(digestOf(url, body), key)
    },
  }
}

export function createResponseCache(options: ResponseCacheOptions) {
  const { metrics, epochMs, monotonicMs } = options
  const entries = createEntries(options)
  const encodingFor = createEncodingNegotiator()
  const buildEntry = createEntryBuilder(epochMs)
  return {
    encodingFor,
    find: entries.find,
    /**
     * Sends the cached response, or the one that `make` renders, which is cached if its stamp allows. `key` is the normalised request,
     * undefined if the response must not come from the cache; `label` is the name of the timed step. Rejects as `make` does.
     */
    async respond(
      request: FastifyRequest,
      reply: FastifyReply,
      { label, key }: { readonly label: string; readonly key: string | undefined },
      make: (signal: AbortSignal) => Promise<RenderedResponse>,
    ): Promise<FastifyReply> {
      const startedAt = monotonicMs()
      const hit = entries.get(key)
      if (hit) metrics.recordCacheOutcome('cached', hit.response.stamp?.slots.length)
      metrics.recordResponseCache(hit !== undefined)
      const rendered = hit ? undefined : await abortOnDisconnect(reply, make)
      const entry = hit ?? (rendered && buildEntry(request, label, rendered))
      if (!entry) throw new Error('an answer was neither kept nor made')
      const { response } = entry
      // A 304 has no body, so nothing is compressed.
      const body = isConditionalHit(request, response)
        ? undefined
        : await response.encodedBodyFor(encodingFor(request.headers['accept-encoding']))
      entries.set(request, key, entry)
      reply.headers({
        ...validatorHeaders(response),
        'server-timing': serverTiming(label, rendered?.tookMs ?? monotonicMs() - startedAt),
        'x-cache': (rendered?.cache ?? 'hit').toUpperCase(),
        age: ageHeader(response, epochMs()),
      })
      return body ? reply.headers(bodyHeaders(body)).send(body.bytes) : reply.code(304).send()
    },
  }
}

/** May the response be 304? Only for GET and HEAD (RFC 9110, 13.1.2). */
function isConditionalHit({ method, headers }: FastifyRequest, response: CachedResponse): boolean {
  return (method === 'GET' || method === 'HEAD') && isNotModified(response, headers)
}

/** A service's result: the body and its cache metadata. */
export interface JsonResult extends Omit<RenderedResponse, 'text' | 'tookMs'> {
  readonly body: object
}

/**
 * Creates a function that answers requests of a route from the cache, else with what `make` returns. Rejects as `make` does. `label` names the
 * timed step in `Server-Timing`; `key` are the parameters that determine the response, undefined if it must not come from the cache.
 */
export function createCachedJson(options: { responseCache: Pick<ResponseCache, 'respond'>; epochMs: () => number }) {
  const { responseCache, epochMs } = options
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { label, key }: { readonly label: string; readonly key: object | undefined },
    make: (signal: AbortSignal) => Promise<JsonResult>,
  ): Promise<FastifyReply> => {
    const cacheRequest = { label, key: key && `${routeOf(request)} ${JSON.stringify(key)}` }
    return responseCache.respond(request, reply, cacheRequest, async (signal) => {
      const startedAt = epochMs()
      const { body, ...metadata } = await make(signal)
      return { text: JSON.stringify(body), ...metadata, tookMs: epochMs() - startedAt }
    })
  }
}
