// The token in the Authorization header of a request.
import type { FastifyRequest } from 'fastify'

/** What follows `Bearer`, written in any case; undefined when there is no such header, or it is of another kind. */
export function bearerOf({ authorization }: Pick<FastifyRequest['headers'], 'authorization'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}
