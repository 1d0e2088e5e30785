// Response cache: rendered responses by normalised request, so that a repeated request costs a look-up and a write.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Metrics } from '../metrics.ts'
import { createEncodingChoice, type Encoding } from './encodings.ts'
import { whileConnected } from './leaving.ts'
import {
  bodyHeadersOf,
  createReady,
  type Form,
  headersOf,
  isHeld,
  type KeptAnswer,
  type Made,
  type Ready,
  type Stamp,
} from './ready.ts'
import { routeOf } from './request-log.ts'
import { readyHeaders } from './told-ready.ts'

/** A cached response rendered by this process. */
export interface KeptReady extends KeptAnswer {
  readonly ready: Ready
}

/** Storage of the cache, within the memory budget of `store/budget.ts`. */
export interface ReadyShelf {
  get(key: string): KeptReady | undefined
  set(key: string, kept: KeptReady, weight: { readonly bytes: number; readonly remakeMs: number }, until: number): void
}

export interface ReadyParts {
  readonly shelf: ReadyShelf
  /** Are the versions in the stamp unchanged? */
  isCurrent(stamp: Stamp): boolean
  readonly metrics: Pick<Metrics, 'asked' | 'readyAnswer'>
  /** Was the request forwarded by a worker? Then the response carries what the worker needs in order to cache it. */
  readonly isHandedOn?: ((request: FastifyRequest['raw']) => boolean) | undefined
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/** Cache key and timing label of a request. */
export interface Wanted {
  /** Name of the timed step, for `Server-Timing`. */
  readonly what: string
  /** The normalised request; undefined if the response must not come from the cache. */
  readonly key: string | undefined
}

export interface ReadyAnswers {
  /** Sends the cached response, or the one that `make` renders, which is cached if its stamp allows. Rejects as `make` does. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: Wanted,
    make: (signal: AbortSignal) => Promise<Made>,
  ): Promise<FastifyReply>
  /** The valid cached response for a GET of this target. */
  find(target: string): KeptReady | undefined
  /** Negotiates the encoding by `Accept-Encoding`. */
  readonly encodingFor: (accepted: string | undefined) => Encoding
}

/** Memory for the map from request targets to cache keys; bytes. */
const mostTargetBytes = 4 * 1024 * 1024
const longestTarget = 2_000

/** Maximum time in cache, so that demand counters see a repeated request at least this often. */
const longestMs = 60_000

/** Approximate speed of rendering a response from cached answers as JSON. */
const charactersAMs = 20_000

/** Creates the empty map from targets to cache keys. */
function createKeys(): LRUCache<string, string> {
  return new LRUCache({
    maxSize: mostTargetBytes,
    sizeCalculation: (key, target) => 2 * (key.length + target.length) + 100,
  })
}

/** Creates the function that turns rendered responses into cache entries. */
function createKeeping(epochMs: () => number): (request: FastifyRequest, what: string, made: Made) => KeptReady {
  /** Concurrent requests for one response share its bytes. */
  const readies = new WeakMap<Made, Ready>()
  return (request, what, made) => {
    const ready = readies.get(made) ?? createReady(made, epochMs() - made.ageMs)
    readies.set(made, ready)
    const until = Math.min(made.stamp?.until ?? 0, epochMs() + longestMs)
    // Without the time of upstream calls: these would not be repeated.
    const remakeMs = 1 + made.text.length / charactersAMs
    return { ready, route: routeOf(request) ?? what, what, until, remakeMs }
  }
}

/** Creates an empty response cache. */
export function createReadyAnswers({
  shelf,
  isCurrent,
  metrics,
  isHandedOn,
  epochMs,
  monotonicMs,
}: ReadyParts): ReadyAnswers {
  const keys = createKeys()
  const encodingFor = createEncodingChoice()
  const keptOf = createKeeping(epochMs)

  function held(key: string): KeptReady | undefined {
    const kept = shelf.get(key)
    return kept?.ready.stamp && epochMs() < kept.until && isCurrent(kept.ready.stamp) ? kept : undefined
  }

  /** Looks up the response for a request, and counts a hit. */
  function again(key: string | undefined): KeptReady | undefined {
    const kept = key === undefined ? undefined : held(key)
    if (kept) metrics.asked('cached', kept.ready.stamp?.slots.length)
    return kept
  }

  /** Caches the response if its stamp allows; returns whether it did. */
  function keep(key: string, kept: KeptReady): boolean {
    const { stamp, forms } = kept.ready
    if (!stamp || !isCurrent(stamp)) return false
    const bytes = [...forms.values()].reduce((sum, form) => sum + form.bytes.length, 0)
    const around = 2 * key.length + 8 * stamp.slots.length + 1_000
    shelf.set(key, kept, { bytes: bytes + around, remakeMs: kept.remakeMs }, kept.until)
    return true
  }

  /** Caches the response for all equal requests; returns the headers that allow a worker to cache it too. */
  function keepFor({ method, url, raw }: FastifyRequest, key: Wanted['key'], kept: KeptReady): Record<string, string> {
    if (key === undefined || !keep(key, kept) || method !== 'GET' || url.length > longestTarget) return {}
    keys.set(url, key)
    return isHandedOn?.(raw) ? readyHeaders(kept) : {}
  }

  return {
    encodingFor,
    find(target) {
      const key = keys.get(target)
      return key === undefined ? undefined : held(key)
    },
    async send(request, reply, { what, key }, make) {
      const began = monotonicMs()
      const there = again(key)
      metrics.readyAnswer(there !== undefined)
      const made = there ? undefined : await whileConnected(reply, make)
      const kept = there ?? (made && keptOf(request, what, made))
      if (!kept) throw new Error('an answer was neither kept nor made')
      const { ready } = kept
      // A 304 has no body, so nothing is compressed.
      const isOld = hasAlready(request, ready)
      const form = isOld ? undefined : await ready.in(encodingFor(request.headers['accept-encoding']))
      reply.headers(keepFor(request, key, kept))
      const tookMs = made?.tookMs ?? monotonicMs() - began
      reply.headers(headersOf(ready, { what, tookMs, cache: made?.cache ?? 'hit', now: epochMs() }))
      return form ? sendForm(reply, form) : reply.code(304).send()
    },
  }
}

function sendForm(reply: FastifyReply, form: Form): FastifyReply {
  return reply.headers(bodyHeadersOf(form)).send(form.bytes)
}

/** May the response be 304? Only for GET and HEAD (RFC 9110, 13.1.2). */
function hasAlready({ method, headers }: FastifyRequest, ready: Ready): boolean {
  return (method === 'GET' || method === 'HEAD') && isHeld(ready, headers)
}
