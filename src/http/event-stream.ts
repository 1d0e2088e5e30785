// Server-sent events: a stream of named events over one answer, with a sign of life in between.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'

/** One event: its name and its data, which is one line of JSON. */
export interface NamedEvent {
  /** Without one it is a plain message. */
  readonly event?: string
  readonly data: string
}

/** How often a comment is sent at least, so that proxies see a living connection (contract: 15 s). */
const signOfLifeMs = 15_000

/** The id of the last event: a client that reconnects with it has had everything. */
const lastId = 'end'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies of the nginx kind would else collect the events and hand them on in one piece.
  'x-accel-buffering': 'no',
}

/**
 * Answers with the events that `events` yields, each on the wire as soon as it is there; its signal aborts when the client leaves. The
 * event named `end` is the last. An error is a bug of ours: it is logged, and the stream ends with an event `error` in place of `end`.
 * A client that reconnects after `end`, as browsers do by themselves, is told by 204 to leave it at that.
 */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: (signal: AbortSignal) => AsyncIterator<NamedEvent>,
  log: Pick<Logger, 'error'>,
): FastifyReply {
  if (request.headers['last-event-id'] === lastId) return reply.code(204).send()
  reply.headers(headers)
  // Nothing is asked for an answer of which only the head is wanted.
  if (request.method === 'HEAD') return reply.send()
  return sendPieces(reply, (signal) => written(events(signal), signal, log))
}

/** Sends texts as they come; their signal aborts when the client leaves. */
export function sendPieces(reply: FastifyReply, pieces: (signal: AbortSignal) => AsyncIterable<string>): FastifyReply {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  if (reply.raw.closed) leave()
  reply.raw.once('close', leave)
  return reply.send(Readable.from(begun(reply, pieces(leaving.signal)), { highWaterMark: 16 }))
}

/** Sends the head of the answer before anything is there: a client knows by it that the stream stands. */
async function* begun(reply: FastifyReply, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  reply.raw.flushHeaders()
  yield* pieces
}

async function* written(
  events: AsyncIterator<NamedEvent>,
  signal: AbortSignal,
  log: Pick<Logger, 'error'>,
): AsyncGenerator<string> {
  try {
    for await (const event of withSigns(events)) yield event === sign ? ':\n\n' : eventText(event)
  } catch (error) {
    if (signal.aborted) return
    log.error({ err: error }, 'a stream broke off')
    yield eventText({ event: 'error', data: '{"code":500,"message":"internal error"}' })
  }
}

/** Stands for nothing but that the connection lives. */
export const sign = Symbol('sign of life')

/** All that comes, and a sign of life whenever nothing has come for 15 s. */
export async function* withSigns<Piece>(pieces: AsyncIterator<Piece>): AsyncGenerator<Piece | typeof sign> {
  try {
    let next = pieces.next()
    for (;;) {
      const came = await within(next, signOfLifeMs)
      if (!came) yield sign
      else if (came.done) return
      else {
        yield came.value
        next = pieces.next()
      }
    }
  } finally {
    await pieces.return?.()
  }
}

/** After an error too a browser would come again by itself, and again. */
function isLast(event: string | undefined): boolean {
  return event === 'end' || event === 'error'
}

function eventText({ event, data }: NamedEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}${isLast(event) ? `id: ${lastId}\n` : ''}data: ${data}\n\n`
}
