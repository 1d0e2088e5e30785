// One log line for each request, written when its connection is done with it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shown } from '../contract/shown.ts'
import type { Logger } from '../log.ts'
import { pathOf } from './target.ts'

const slowMs = 1_000

/**
 * Logs a request once its connection is done with it: errors and slow ones as `info`, others as `debug`; never what the query
 * held. `now` is in milliseconds, of any clock that only runs forward. `left` says that the client went before it had all.
 */
export function createRequestLog(log: Logger, now: () => number) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const start = now()
    let left = true
    reply.raw.once('finish', () => {
      left = false
    })
    reply.raw.once('close', () => {
      const ms = Math.round(now() - start)
      // 499 is what proxies log for a client that left before there was an answer.
      const status = reply.raw.headersSent ? reply.raw.statusCode : 499
      const notable = status >= 400 || ms >= slowMs || left
      log[notable ? 'info' : 'debug'](
        {
          requestId: request.id,
          method: request.method,
          path: shown(pathOf(request.url)),
          status,
          ms,
          bytes: Number(reply.getHeader('content-length') ?? 0),
          ...(left ? { left } : {}),
        },
        'request',
      )
    })
  }
}
