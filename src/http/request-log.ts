// What is noted of each request once its connection is done with it: a log line, and its share of the traffic figures.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shown } from '../contract/shown.ts'
import type { Logger } from '../log.ts'
import { shortenAddress } from './addresses.ts'
import { pathOf } from './target.ts'
import type { Finished } from './traffic.ts'

const slowMs = 1_000

/** The pattern of the route that took a request, like `/lists/:id`; undefined when none did. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.routeOptions.url
}

/**
 * Logs a request once its connection is done with it and tells `heard` of it: errors and slow ones as `info`, others as `debug`; never
 * what the query held, and of the client's address no more than its network. `now` is in milliseconds, of any clock that only runs
 * forward. `left` says that the client went before it had all.
 */
export function createRequestLog(log: Logger, now: () => number, heard: (request: Finished) => void) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const start = now()
    // Read now: a socket that is closed has no address.
    const ip = shortenAddress(request.raw.socket.remoteAddress ?? '')
    let left = true
    reply.raw.once('finish', () => {
      left = false
    })
    reply.raw.once('close', () => {
      const tookMs = now() - start
      const ms = Math.round(tookMs)
      // 499 is what proxies log for a client that left before there was an answer.
      const status = reply.raw.headersSent ? reply.raw.statusCode : 499
      const route = routeOf(request) ?? 'unrouted'
      const { method } = request
      heard({ route, method, status, ms: tookMs })
      const notable = status >= 400 || ms >= slowMs || left
      log[notable ? 'info' : 'debug'](
        {
          requestId: request.id,
          method,
          path: shown(pathOf(request.url)),
          route,
          status,
          ms,
          bytes: Number(reply.getHeader('content-length') ?? 0),
          ip,
          ...(left ? { left } : {}),
        },
        'request',
      )
    })
  }
}
