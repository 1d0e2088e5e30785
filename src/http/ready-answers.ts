// Answers kept as bytes under their normalised request, so that a repeat costs a look-up and a write.
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

/** An answer that is kept and was made here. */
export interface KeptReady extends KeptAnswer {
  readonly ready: Ready
}

/** Where they are kept, within the budget of all that is kept in memory; `store/budget.ts` has it. */
export interface ReadyShelf {
  get(key: string): KeptReady | undefined
  set(key: string, kept: KeptReady, weight: { readonly bytes: number; readonly remakeMs: number }, until: number): void
}

export interface ReadyParts {
  readonly shelf: ReadyShelf
  /** Is what the stamp rests on still what it was? */
  isCurrent(stamp: Stamp): boolean
  readonly metrics: Pick<Metrics, 'asked' | 'readyAnswer'>
  /** Does a worker of ours ask? It is told what it may send again. */
  readonly isHandedOn?: ((request: FastifyRequest['raw']) => boolean) | undefined
  /** Epoch milliseconds. */
  readonly time: () => number
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
}

/** What a request comes to. */
export interface Wanted {
  /** What takes the time, in a word, for `Server-Timing`. */
  readonly what: string
  /** The normalised request; undefined when it must be answered anew. */
  readonly key: string | undefined
}

export interface ReadyAnswers {
  /** Sends what is ready for the request, else what `make` makes; that is kept if its stamp says that it may be. Rejects as `make` does. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: Wanted,
    make: (signal: AbortSignal) => Promise<Made>,
  ): Promise<FastifyReply>
  /** What is ready for a GET of this target, and still holds. */
  find(target: string): KeptReady | undefined
  /** In what a client is answered, by its `Accept-Encoding`. */
  readonly encodingFor: (accepted: string | undefined) => Encoding
}

/** Spellings of requests that led to an answer lately; bytes of text. */
const mostTargetBytes = 4 * 1024 * 1024
const longestTarget = 2_000

/** A repeat is put together anew at least this often, so that whoever counts who is interested in what hears of it. */
const longestMs = 60_000

/** About how quickly kept answers are put together and written as JSON. */
const charactersAMs = 20_000

/** Makes the normalised requests by target, empty. */
function createKeys(): LRUCache<string, string> {
  return new LRUCache({
    maxSize: mostTargetBytes,
    sizeCalculation: (key, target) => 2 * (key.length + target.length) + 100,
  })
}

/** Makes what gives an answer just made as it is to be kept. */
function createKeeping(time: () => number): (request: FastifyRequest, what: string, made: Made) => KeptReady {
  /** An answer that many wait for is made into bytes once. */
  const readies = new WeakMap<Made, Ready>()
  return (request, what, made) => {
    const ready = readies.get(made) ?? createReady(made, time() - made.ageMs)
    readies.set(made, ready)
    const until = Math.min(made.stamp?.until ?? 0, time() + longestMs)
    // Waiting for others is no part of it: they would not be asked again.
    const remakeMs = 1 + made.text.length / charactersAMs
    return { ready, route: routeOf(request) ?? what, what, until, remakeMs }
  }
}

/** Makes the answers, none of which is ready yet. */
export function createReadyAnswers({ shelf, isCurrent, metrics, isHandedOn, time, now }: ReadyParts): ReadyAnswers {
  const keys = createKeys()
  const encodingFor = createEncodingChoice()
  const keptOf = createKeeping(time)

  function held(key: string): KeptReady | undefined {
    const kept = shelf.get(key)
    return kept?.ready.stamp && time() < kept.until && isCurrent(kept.ready.stamp) ? kept : undefined
  }

  /** What is ready for a request, counted as asked for again. */
  function again(key: string | undefined): KeptReady | undefined {
    const kept = key === undefined ? undefined : held(key)
    if (kept) metrics.asked('cached', kept.ready.stamp?.slots.length)
    return kept
  }

  /** Keeps it, if it may be kept. */
  function keep(key: string, kept: KeptReady): boolean {
    const { stamp, forms } = kept.ready
    if (!stamp || !isCurrent(stamp)) return false
    const bytes = [...forms.values()].reduce((sum, form) => sum + form.bytes.length, 0)
    const around = 2 * key.length + 8 * stamp.slots.length + 1_000
    shelf.set(key, kept, { bytes: bytes + around, remakeMs: kept.remakeMs }, kept.until)
    return true
  }

  /** The same for all requests like this one; gives what is told of it to a worker that asks. */
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
      const began = now()
      const there = again(key)
      metrics.readyAnswer(there !== undefined)
      const made = there ? undefined : await whileConnected(reply, make)
      const kept = there ?? (made && keptOf(request, what, made))
      if (!kept) throw new Error('an answer was neither kept nor made')
      const { ready } = kept
      // Who has it already needs no bytes, and they need not be compressed for him.
      const isOld = hasAlready(request, ready)
      const form = isOld ? undefined : await ready.in(encodingFor(request.headers['accept-encoding']))
      reply.headers(keepFor(request, key, kept))
      const tookMs = made?.tookMs ?? now() - began
      reply.headers(headersOf(ready, { what, tookMs, cache: made?.cache ?? 'hit', now: time() }))
      return form ? sendForm(reply, form) : reply.code(304).send()
    },
  }
}

function sendForm(reply: FastifyReply, form: Form): FastifyReply {
  return reply.headers(bodyHeadersOf(form)).send(form.bytes)
}

/** Has the client it already? What is asked for by other methods than these it may not (RFC 9110, 13.1.2). */
function hasAlready({ method, headers }: FastifyRequest, ready: Ready): boolean {
  return (method === 'GET' || method === 'HEAD') && isHeld(ready, headers)
}
