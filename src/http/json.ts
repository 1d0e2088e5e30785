// Sends JSON responses.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiVersion } from '../contract/monitoring.ts'
import { bodyHeaders } from './response-cache/cached-response.ts'
import { compress, createEncodingNegotiator, effectiveEncoding } from './response-cache/content-encoding.ts'

/** The fields that begin answers of `/api/v1`; `time` is in epoch milliseconds. */
export function envelope(time: number) {
  return { apiVersion, timestamp: time } as const
}

/** Sends `body` as JSON, with the status and headers of `reply`. */
export function sendJson(reply: FastifyReply, body: object): FastifyReply {
  // As a Buffer: Node would copy a long string once more to send it together with the headers.
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(JSON.stringify(body)))
}

/** Creates a function that sends JSON rendered for each request, compressed if the client accepts that. */
export function createJsonSender() {
  const encodingFor = createEncodingNegotiator()
  return async (request: FastifyRequest, reply: FastifyReply, body: object): Promise<FastifyReply> => {
    const json = Buffer.from(JSON.stringify(body))
    const encoding = effectiveEncoding(json, encodingFor(request.headers['accept-encoding']))
    const bytes = await compress(json, encoding)
    return reply.headers({ vary: 'accept-encoding', ...bodyHeaders({ encoding, bytes }) }).send(bytes)
  }
}
