// Who may read an answer: open CORS, constant security headers, request ids, and what only this machine may see.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** On every answer, errors included. */
export const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Server-Timing, X-Cache, Age, X-Request-Id, Retry-After',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** On the answer to OPTIONS. `Authorization` is named because the star does not cover it. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers': '*, Authorization',
  'access-control-max-age': '86400',
} as const

/** The caller's own request id if it is harmless, else one from `newId`. */
export function createRequestIds(newId: () => string) {
  return (request: Pick<FastifyRequest['raw'], 'headers'>): string => {
    const sent = request.headers['x-request-id']
    return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : newId()
  }
}

/** Puts the constant headers and the request id on an answer. */
export function setOpenHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(openHeaders).header('x-request-id', request.id)
}

const loopback = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/

/** A proxy on this machine makes strangers look local, and a page in a browser on it asks for strangers: both say so in a header. */
const strangersHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'origin',
]

/** Does the request come from a program on this machine, with nobody behind it? */
export function isLocal(
  request: Pick<FastifyRequest, 'headers'> & { readonly socket: { remoteAddress?: string | undefined } },
): boolean {
  return (
    loopback.test(request.socket.remoteAddress ?? '') &&
    strangersHeaders.every((name) => request.headers[name] === undefined)
  )
}
