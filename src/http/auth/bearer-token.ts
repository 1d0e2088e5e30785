// Reads the bearer token of a request.
import type { FastifyRequest } from 'fastify'

/** The token after `Bearer` (case-insensitive) in `Authorization`; undefined if there is no such header or it has another scheme. */
export function bearerToken({ authorization }: Pick<FastifyRequest['headers'], 'authorization'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}
