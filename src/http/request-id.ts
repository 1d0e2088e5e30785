// Request ids: generated ones, and the client's own when they are harmless.
import type { FastifyRequest } from 'fastify'

/** Creates a generator of request ids: `first`, unique to this process, and a sequence number. Faster than random ids. */
export function createIds(first: string): () => string {
  let last = 0
  return () => {
    last += 1
    return `${first}-${last.toString(36)}`
  }
}

/** Creates a function that returns the client's own id if it is harmless, else one from `newId`. */
export function createIdChoice(newId: () => string): (sent: unknown) => string {
  return (sent) => (typeof sent === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : newId())
}

/** As `createIdChoice`, for a request: reads the id from `X-Request-Id`. */
export function createRequestIds(newId: () => string) {
  const choose = createIdChoice(newId)
  return ({ headers }: Pick<FastifyRequest['raw'], 'headers'>): string => choose(headers['x-request-id'])
}
