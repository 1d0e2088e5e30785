// Streams in one response, compressed, with heartbeats: server-sent events, and JSON lines (NDJSON).
import { pipeline, Readable } from 'node:stream'
import { createGzip, type ZlibOptions, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { withTimeout } from '../../async/timeout.ts'
import type { Logger } from '../../observability/log.ts'
import { disconnectSignal, endedByDisconnect } from './abort-on-disconnect.ts'

/** One event: its name and its data, which is one line of JSON. */
export interface NamedEvent {
  /** Absent: an unnamed `message` event. */
  readonly event?: string
  readonly data: string
}

/** Maximum silence before a comment is sent, so that proxies keep the connection open (contract: 15 s). */
const heartbeatMs = 15_000

/** Id of the last event: a client that reconnects with it has received everything. */
const endEventId = 'end'

/** Flushed after each chunk. The window and the tables are small, because a service may have thousands of streams: 48 KB in place of 256. */
const gzipOptions = { flush: zlib.Z_SYNC_FLUSH, windowBits: 13, memLevel: 5 }
/** For a stream that ends within seconds and repeats much of what it has sent: 144 KB. */
const repeatingGzipOptions = { ...gzipOptions, windowBits: 15 }

interface EventStreamOptions {
  readonly log: Pick<Logger, 'error'>
  /** Whether the stream ends within seconds and repeats much of what it has sent. */
  readonly isRepeating?: boolean
}

function streamHeaders(type: string, encoding: string | undefined) {
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    // Stops nginx and similar proxies from buffering the stream.
    'x-accel-buffering': 'no',
    ...(encoding === 'gzip' && { 'content-encoding': encoding }),
  }
}

/**
 * Streams the events that `events` yields, each flushed at once; the signal aborts when the client disconnects. The event `end` is the last
 * one. An error is a bug: it is logged, and the stream ends with the event `error` instead of `end`. A client that reconnects after `end`,
 * as browsers do automatically, gets 204, which makes it stop. Rejects before anything is sent if `events` does.
 */
export async function sendEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  events: (signal: AbortSignal) => Promise<AsyncIterator<NamedEvent>>,
  { log, isRepeating = false }: EventStreamOptions,
): Promise<FastifyReply> {
  if (request.headers['last-event-id'] === endEventId) return reply.code(204).send()
  const failed = eventText({ event: 'error', data: '{"code":500,"message":"internal error"}' })
  const form = { textOf: eventText, heartbeat: ':\n\n', failed, log }
  const gzip = isRepeating ? repeatingGzipOptions : gzipOptions
  return sendChunks(request, reply, { type: 'text/event-stream', gzip }, async (signal) =>
    serialize(await endedByDisconnect(events(signal), signal), form, signal),
  )
}

interface NdjsonOptions {
  readonly log: Pick<Logger, 'error'>
  /** The last line after an error. */
  readonly errorLine: string
  /** For streams with long pauses: sends an empty line after every 15 s of silence, so that proxies keep the connection open. */
  readonly hasHeartbeats?: boolean
}

/**
 * Streams the lines that `lines` yields, each flushed at once; the signal aborts when the client disconnects. An error is a bug: it is
 * logged, and `errorLine` is the last line.
 */
export function sendNdjson(
  request: FastifyRequest,
  reply: FastifyReply,
  lines: (signal: AbortSignal) => AsyncGenerator<string>,
  { log, errorLine, hasHeartbeats = false }: NdjsonOptions,
): Promise<FastifyReply> {
  const textOf = (line: string) => `${line}\n`
  const form = { textOf, heartbeat: hasHeartbeats ? '\n' : undefined, failed: textOf(errorLine), log }
  return sendChunks(request, reply, { type: 'application/x-ndjson', gzip: gzipOptions }, (signal) =>
    serialize(lines(signal), form, signal),
  )
}

/** Streams texts as they are yielded, compressed if the client accepts it; the signal aborts when the client disconnects. */
async function sendChunks(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, gzip }: { readonly type: string; readonly gzip: ZlibOptions },
  chunks: (signal: AbortSignal) => AsyncIterable<string> | Promise<AsyncIterable<string>>,
): Promise<FastifyReply> {
  const encoding = new Negotiator(request).encoding(['gzip', 'identity'])
  const headers = streamHeaders(type, encoding)
  // HEAD does no work for the body.
  if (request.method === 'HEAD') return reply.headers(headers).send()
  const texts = await chunks(disconnectSignal(reply))
  reply.headers(headers)
  const sent = withHeadersFlushed<string | Buffer>(reply, encoding === 'gzip' ? compressed(texts, gzip) : texts)
  // A chunk may have megabytes: no more than one waits for a client that does not read.
  return reply.send(Readable.from(sent, { highWaterMark: 1 }))
}

async function* compressed(texts: AsyncIterable<string>, gzip: ZlibOptions): AsyncGenerator<Buffer> {
  // An error of either stream also ends the iteration, which throws it.
  yield* pipeline(texts, createGzip(gzip), () => undefined)
}

/** Flushes the headers before the first chunk, so that the client knows that the stream is open. */
export async function* withHeadersFlushed<Chunk>(
  reply: FastifyReply,
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  reply.raw.flushHeaders()
  yield* chunks
}

/** How the parts of a stream are written. */
interface StreamForm<Part> {
  textOf(part: Part): string
  /** Sent after every 15 s without a part; undefined: nothing is. */
  readonly heartbeat: string | undefined
  /** The last text after an error. */
  readonly failed: string
  readonly log: Pick<Logger, 'error'>
}

async function* serialize<Part>(
  parts: AsyncIterator<Part>,
  { textOf, heartbeat, failed, log }: StreamForm<Part>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    let next = parts.next()
    for (;;) {
      const result = heartbeat === undefined ? await next : await withTimeout(next, heartbeatMs)
      if (result?.done) return
      yield result ? textOf(result.value) : (heartbeat ?? '')
      if (result) next = parts.next()
    }
  } catch (error) {
    if (signal.aborted) return
    log.error({ err: error }, 'a stream failed')
    yield failed
  } finally {
    await parts.return?.()
  }
}

function eventText({ event, data }: NamedEvent): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  // Browsers would reconnect after an error too, again and again.
  const id = event === 'end' || event === 'error' ? `id: ${endEventId}\n` : ''
  return `${name}${id}data: ${data}\n\n`
}
