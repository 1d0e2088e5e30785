// Answers in JSON.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createEncodingChoice, encoded, worthwhile } from './encodings.ts'
import { bodyHeadersOf } from './ready.ts'

/** Sends `body` as JSON, with the status and the headers that `reply` has. */
export function sendJson(reply: FastifyReply, body: object): FastifyReply {
  // As bytes: Node would copy a long text once more, to send it in one piece with the head.
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(JSON.stringify(body)))
}

/** Makes what sends JSON that is made anew for each request, compressed for who takes that. */
export function createJsonSending() {
  const encodingFor = createEncodingChoice()
  return async (request: FastifyRequest, reply: FastifyReply, body: object): Promise<FastifyReply> => {
    const plain = Buffer.from(JSON.stringify(body))
    const encoding = worthwhile(plain, encodingFor(request.headers['accept-encoding']))
    const bytes = await encoded(plain, encoding)
    return reply.headers({ vary: 'accept-encoding', ...bodyHeadersOf({ encoding, bytes }) }).send(bytes)
  }
}
