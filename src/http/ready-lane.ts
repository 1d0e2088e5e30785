// Fast path: answers a GET from the response cache before the framework sees it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Finishing } from './finishing.ts'
import { type PlainHead, readPlainHead } from './plain-head.ts'
import {
  type AtHand,
  ageOf,
  bodyHeadersOf,
  type Form,
  isHeld,
  type KeptAnswer,
  timingOf,
  validatorHeaders,
} from './ready.ts'
import type { ReadyAnswers } from './ready-answers.ts'

type IncomingMessage = FastifyRequest['raw']
type ServerResponse = FastifyReply['raw']

/** A request answered on the fast path. */
export interface Taken {
  readonly request: IncomingMessage
  readonly bytes: number
  readonly requestId: string
  readonly route: string
  readonly status: number
  readonly tookMs: number
  /** Number of cached answers that the response consists of. */
  readonly asks: number
}

export interface LaneParts {
  readonly ready: Pick<ReadyAnswers, 'encodingFor'> & {
    /** The valid cached response for a GET of this target. */
    find(target: string): KeptAnswer | undefined
  }
  /** Authorizes the request. Returns additional headers (names and values alternating); undefined if the framework must handle it. */
  pass(request: IncomingMessage, kept: KeptAnswer): readonly string[] | undefined
  /** Headers of every response. */
  readonly openHeaders: Readonly<Record<string, string>>
  /** Chooses the request id; `sent` is the client's. */
  requestId(sent: string | undefined): string
  /** Called after each response. */
  taken(taken: Taken): void
  readonly finishing: Finishing
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/** Answers the request and returns true, or leaves it untouched and returns false. */
export type Lane = (request: IncomingMessage, response: ServerResponse) => boolean

/** Creates the fast path. */
export function createReadyLane(parts: LaneParts): Lane {
  const { monotonicMs } = parts
  const headOf = createHeads(parts.openHeaders)
  const timings = createTimings()
  return (request, response) => {
    const began = monotonicMs()
    const found = find(request, parts)
    if (!found) return false
    const { kept, sent, further } = found
    const requestId = parts.requestId(found.head['x-request-id'])
    const headersFor = headOf(kept.ready, sent)
    const headers = headersFor(requestId, timings(kept.what, monotonicMs() - began), parts.epochMs())
    send(response, further.length > 0 ? [...headers, ...further] : headers, sent)
    // Data that the kernel has accepted needs no graceful close.
    if (request.socket.writableLength > 0) parts.finishing.began(response)
    parts.taken({
      request,
      requestId,
      route: kept.route,
      asks: asksOf(kept.ready),
      status: response.statusCode,
      bytes: sent?.bytes.length ?? 0,
      tookMs: monotonicMs() - began,
    })
    return true
  }
}

/** A cache hit; `sent` is undefined for a 304. */
interface Found {
  readonly head: PlainHead
  readonly kept: KeptAnswer
  readonly sent: Form | undefined
  readonly further: readonly string[]
}

function find(request: IncomingMessage, { ready, finishing, pass }: LaneParts): Found | undefined {
  if (request.method !== 'GET' || finishing.isClosing()) return undefined
  const kept = ready.find(request.url ?? '')
  const head = kept && readPlainHead(request.rawHeaders)
  if (!head || (head.host === undefined && request.httpVersion === '1.1')) return undefined
  const isOld = head['if-none-match'] !== undefined && isHeld(kept.ready, { ...head })
  const sent = isOld ? undefined : kept.ready.at(ready.encodingFor(head['accept-encoding']))
  // Last, because it counts against the rate limit.
  const further = isOld || sent ? pass(request, kept) : undefined
  return further && { head, kept, sent, further }
}

/** Sends 304 without a body if `form` is undefined. */
function send(response: ServerResponse, headers: string[], form: Form | undefined): void {
  if (form) response.writeHead(200, headers).end(form.bytes)
  else response.writeHead(304, headers).end()
}

/** Durations below this many tenths of a millisecond use prebuilt `Server-Timing` texts. */
const mostKnownTenths = 20

/** Creates a cached `timingOf`. */
function createTimings(): typeof timingOf {
  const known = new Map<string, readonly string[]>()
  return (what, tookMs) => {
    const texts = known.get(what) ?? Array.from({ length: mostKnownTenths }, (_, tenths) => timingOf(what, tenths / 10))
    known.set(what, texts)
    return texts[Math.round(tookMs * 10)] ?? timingOf(what, tookMs)
  }
}

/** Returns the headers of a response at a time (epoch milliseconds), names and values alternating; valid until the next call. */
type Head = (requestId: string, timing: string, now: number) => string[]

/** Creates the cache of header builders: one per response and encoding, built on first use. */
function createHeads(open: Readonly<Record<string, string>>): (ready: AtHand, form: Form | undefined) => Head {
  const heads = new WeakMap<AtHand | Form, Head>()
  return (ready, form) => {
    const known = heads.get(form ?? ready)
    if (known) return known
    const constant = { ...open, ...validatorHeaders(ready), 'x-cache': 'HIT', ...(form && bodyHeadersOf(form)) }
    const head = createHead(ready, constant)
    heads.set(form ?? ready, head)
    return head
  }
}

/** Reuses one list for all requests: `writeHead` reads it synchronously and accepts alternating names and values as they are. */
function createHead(ready: AtHand, constant: Readonly<Record<string, string>>): Head {
  const list = ['x-request-id', '', 'server-timing', '', 'age', '', ...Object.entries(constant).flat()]
  let agesAt = Number.NEGATIVE_INFINITY
  return (requestId, timing, now) => {
    list[1] = requestId
    list[3] = timing
    const second = Math.floor((now - ready.bornAt) / 1000)
    if (second !== agesAt) {
      agesAt = second
      list[5] = ageOf(ready, now)
    }
    return list
  }
}

function asksOf({ stamp }: AtHand): number {
  return stamp?.slots.length ?? 0
}

/** Installs the fast path before all other listeners of the server. */
export function addLane({ server }: Pick<FastifyInstance, 'server'>, lane: Lane): void {
  // The framework adds its listener when it creates the server, so it has to be replaced.
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!lane(request, response)) for (const listener of listeners) listener.call(server, request, response)
  })
}
