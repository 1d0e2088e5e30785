// One span for each request that the framework sees, around all that is done for it. What is ready is answered before that, and not traced.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../tracing.ts'
import { routeOf } from './request-log.ts'

export interface RequestSpans {
  /** Begins the span of a request; it ends when the connection is done with it. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  /** Runs what answers the request. */
  around(request: FastifyRequest, run: () => void): void
  /** The trace the request belongs to. */
  traceIdOf(request: FastifyRequest): string | undefined
}

/** Makes the spans. Of a request they hold its route, never what its query or its headers say. */
export function createRequestSpans(tracing: Tracing): RequestSpans {
  const spans = new WeakMap<FastifyRequest, Span>()
  return {
    begin(request, reply) {
      const { method, headers } = request
      const route = routeOf(request) ?? 'unrouted'
      const known = { 'http.request.method': method, 'http.route': route, 'trawl.request_id': request.id }
      const { traceparent } = headers
      const span = tracing.serve(`${method} ${route}`, known, typeof traceparent === 'string' ? traceparent : undefined)
      spans.set(request, span)
      reply.raw.once('close', () => {
        // As in the log: 499 for a client that left before there was an answer.
        const status = reply.raw.headersSent ? reply.raw.statusCode : 499
        span.set({ 'http.response.status_code': status })
        span.end(status >= 500 ? `${status}` : undefined)
      })
    },
    around(request, run) {
      const span = spans.get(request)
      if (span) span.around(run)
      else run()
    },
    traceIdOf: (request) => spans.get(request)?.traceId,
  }
}
