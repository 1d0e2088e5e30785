// Server-sent events: a stream of named events in one response, with heartbeats.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'

/** One event: its name and its data, which is one line of JSON. */
export interface NamedEvent {
  /** Absent: an unnamed `message` event. */
  readonly event?: string
  readonly data: string
}

/** Maximum silence before a comment is sent, so that proxies keep the connection open (contract: 15 s). */
const signOfLifeMs = 15_000

/** Id of the last event: a client that reconnects with it has received everything. */
const lastId = 'end'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Stops nginx and similar proxies from buffering the events.
  'x-accel-buffering': 'no',
}

/**
 * Streams the events that `events` yields, each flushed at once; the signal aborts when the client disconnects. The event `end` is the last
 * one. An error is a bug: it is logged, and the stream ends with the event `error` instead of `end`. A client that reconnects after `end`,
 * as browsers do automatically, gets 204, which makes it stop.
 */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: (signal: AbortSignal) => AsyncIterator<NamedEvent>,
  log: Pick<Logger, 'error'>,
): FastifyReply {
  if (request.headers['last-event-id'] === lastId) return reply.code(204).send()
  reply.headers(headers)
  // HEAD does no work for the body.
  if (request.method === 'HEAD') return reply.send()
  return sendPieces(reply, (signal) => written(events(signal), signal, log))
}

/** Streams texts as they are yielded; the signal aborts when the client disconnects. */
export function sendPieces(reply: FastifyReply, pieces: (signal: AbortSignal) => AsyncIterable<string>): FastifyReply {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  if (reply.raw.closed) leave()
  reply.raw.once('close', leave)
  return reply.send(Readable.from(begun(reply, pieces(leaving.signal)), { highWaterMark: 16 }))
}

/** Flushes the headers before the first chunk, so that the client knows that the stream is open. */
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
    log.error({ err: error }, 'a stream failed')
    yield eventText({ event: 'error', data: '{"code":500,"message":"internal error"}' })
  }
}

/** Marks a heartbeat: nothing but proof that the connection is alive. */
export const sign = Symbol('sign of life')

/** Yields all of `pieces`, and a heartbeat after every 15 s without one. */
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

/** Browsers would reconnect after an error too, again and again. */
function isLast(event: string | undefined): boolean {
  return event === 'end' || event === 'error'
}

function eventText({ event, data }: NamedEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}${isLast(event) ? `id: ${lastId}\n` : ''}data: ${data}\n\n`
}
