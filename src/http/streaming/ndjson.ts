// Streams JSON lines (NDJSON) in one response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../observability/log.ts'
import { heartbeat, sendChunks, withHeartbeats } from './server-sent-events.ts'

const headers = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-store',
  // Stops nginx and similar proxies from buffering the lines.
  'x-accel-buffering': 'no',
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
): FastifyReply {
  reply.headers(headers)
  // HEAD does no work for the body.
  if (request.method === 'HEAD') return reply.send()
  return sendChunks(reply, async function* written(signal) {
    try {
      for await (const line of hasHeartbeats ? withHeartbeats(lines(signal)) : lines(signal))
        yield line === heartbeat ? '\n' : `${line}\n`
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'a stream failed')
      yield `${errorLine}\n`
    }
  })
}
