// A stream of JSON lines (NDJSON) over one answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import { sendPieces, sign, withSigns } from './event-stream.ts'

const headers = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies of the nginx kind would else collect the lines and hand them on in one piece.
  'x-accel-buffering': 'no',
}

interface LineWays {
  readonly log: Pick<Logger, 'error'>
  /** The last line when something breaks. */
  readonly broken: string
  /** For a stream that may be silent for long: an empty line is sent whenever nothing has come for 15 s, or it would be cut off. */
  readonly isQuiet?: boolean
}

/**
 * Answers with the lines that `lines` yields, each on the wire as soon as it is there; its signal aborts when the client leaves. An error is a
 * bug of ours: it is logged, and `broken` is the last line.
 */
export function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  lines: (signal: AbortSignal) => AsyncGenerator<string>,
  { log, broken, isQuiet = false }: LineWays,
): FastifyReply {
  reply.headers(headers)
  // Nothing is asked for an answer of which only the head is wanted.
  if (request.method === 'HEAD') return reply.send()
  return sendPieces(reply, async function* written(signal) {
    try {
      for await (const line of isQuiet ? withSigns(lines(signal)) : lines(signal))
        yield line === sign ? '\n' : `${line}\n`
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'a stream broke off')
      yield `${broken}\n`
    }
  })
}
