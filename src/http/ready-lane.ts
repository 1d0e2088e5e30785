// The short way: a GET whose answer is ready is answered before the framework sees it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Finishing } from './finishing.ts'
import { type PlainHead, readPlainHead } from './plain-head.ts'
import { type AtHand, ageOf, bodyHeadersOf, type Form, headersOf, isHeld, type KeptAnswer, timingOf } from './ready.ts'
import type { ReadyAnswers } from './ready-answers.ts'

type IncomingMessage = FastifyRequest['raw']
type ServerResponse = FastifyReply['raw']

/** A request answered this way. */
export interface Taken {
  readonly request: IncomingMessage
  readonly bytes: number
  readonly requestId: string
  readonly route: string
  readonly status: number
  readonly tookMs: number
  /** How many kept answers it was made of. */
  readonly asks: number
}

export interface LaneParts {
  readonly ready: Pick<ReadyAnswers, 'encodingFor'> & {
    /** What is ready for a GET of this target, and still holds. */
    find(target: string): KeptAnswer | undefined
  }
  /** May the sender of this request be answered at once? Gives further headers for him, names and values in turn; undefined if not. */
  pass(request: IncomingMessage, kept: KeptAnswer): readonly string[] | undefined
  /** The headers that every answer has. */
  readonly openHeaders: Readonly<Record<string, string>>
  /** The id of a request that came with this one, or without. */
  requestId(sent: string | undefined): string
  /** Hears of every request that was answered. */
  taken(taken: Taken): void
  readonly finishing: Finishing
  /** Epoch milliseconds. */
  readonly time: () => number
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
}

/** Answers a request and says true, or leaves it untouched and says false. */
export type Lane = (request: IncomingMessage, response: ServerResponse) => boolean

/** Makes the lane. */
export function createReadyLane(parts: LaneParts): Lane {
  const { now } = parts
  const headOf = createHeads(parts.openHeaders)
  const timings = createTimings()
  return (request, response) => {
    const began = now()
    const found = find(request, parts)
    if (!found) return false
    const { kept, sent, further } = found
    const requestId = parts.requestId(found.head['x-request-id'])
    const headersFor = headOf(kept.ready, sent)
    const headers = headersFor(requestId, timings(kept.what, now() - began), parts.time())
    send(response, further.length > 0 ? [...headers, ...further] : headers, sent)
    // What the kernel has taken already needs nobody to wait for it.
    if (request.socket.writableLength > 0) parts.finishing.began(response)
    parts.taken({
      request,
      requestId,
      route: kept.route,
      asks: asksOf(kept.ready),
      status: response.statusCode,
      bytes: sent?.bytes.length ?? 0,
      tookMs: now() - began,
    })
    return true
  }
}

/** What is ready for a request; nothing to send if the client has it already. */
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
  // Last, because it counts the request.
  const further = isOld || sent ? pass(request, kept) : undefined
  return further && { head, kept, sent, further }
}

/** Without a form to send, the client has it already. */
function send(response: ServerResponse, headers: string[], form: Form | undefined): void {
  if (form) response.writeHead(200, headers).end(form.bytes)
  else response.writeHead(304, headers).end()
}

/** What takes less than this is told by a text that is there already. */
const mostKnownTenths = 20

/** Makes what gives `Server-Timing`. */
function createTimings(): typeof timingOf {
  const known = new Map<string, readonly string[]>()
  return (what, tookMs) => {
    const texts = known.get(what) ?? Array.from({ length: mostKnownTenths }, (_, tenths) => timingOf(what, tenths / 10))
    known.set(what, texts)
    return texts[Math.round(tookMs * 10)] ?? timingOf(what, tookMs)
  }
}

/** The headers of one sending at a time (epoch milliseconds): names and values in turn, good until the next. */
type Head = (requestId: string, timing: string, now: number) => string[]

/** Makes what gives the headers of an answer, with those of its body if that is sent. Most of them are put together once. */
function createHeads(open: Readonly<Record<string, string>>): (ready: AtHand, form: Form | undefined) => Head {
  const heads = new WeakMap<AtHand | Form, Head>()
  return (ready, form) => {
    const known = heads.get(form ?? ready)
    if (known) return known
    const {
      'server-timing': _timing,
      age: _age,
      ...lasting
    } = headersOf(ready, { ...hit, what: '', tookMs: 0, now: 0 })
    const head = createHead(ready, { ...open, ...lasting, ...(form ? bodyHeadersOf(form) : {}) })
    heads.set(form ?? ready, head)
    return head
  }
}

/** One list is filled anew each time: `writeHead` reads it at once, and has nothing to do with names and values in turn. */
function createHead(ready: AtHand, lasting: Readonly<Record<string, string>>): Head {
  const list = ['x-request-id', '', 'server-timing', '', 'age', '', ...Object.entries(lasting).flat()]
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

const hit = { cache: 'hit' } as const

function asksOf({ stamp }: AtHand): number {
  return stamp?.slots.length ?? 0
}

/** Puts the lane before all else that listens to the server. */
export function addLane({ server }: Pick<FastifyInstance, 'server'>, lane: Lane): void {
  // The framework listens since it made its server: there is no earlier place to stand.
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!lane(request, response)) for (const listener of listeners) listener.call(server, request, response)
  })
}
