// Tracing: one span per request that the framework handles. The fast path is not traced.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../../observability/tracing.ts'
import { routeOf } from './request-log.ts'

/** Creates the request spans. They contain the route, but neither query nor header values. */
export function createRequestTracing(tracing: Tracing) {
  const spans = new WeakMap<FastifyRequest, Span>()
  return {
    /** Starts the span of a request; it ends when the connection is done with it. */
    startSpan(request: FastifyRequest, reply: FastifyReply): void {
      const { method, headers } = request
      const route = routeOf(request) ?? 'unrouted'
      const attributes = { 'http.request.method': method, 'http.route': route, 'trawl.request_id': request.id }
      const { traceparent } = headers
      const span = tracing.startServerSpan(
        `${method} ${route}`,
        attributes,
        typeof traceparent === 'string' ? traceparent : undefined,
      )
      spans.set(request, span)
      reply.raw.once('close', () => {
        // As in the request log: 499 if the client disconnected before the response.
        const status = reply.raw.headersSent ? reply.raw.statusCode : 499
        span.set({ 'http.response.status_code': status })
        span.end(status >= 500 ? `${status}` : undefined)
      })
    },
    run(request: FastifyRequest, run: () => void): void {
      const span = spans.get(request)
      if (span) span.run(run)
      else run()
    },
    traceIdOf: (request: FastifyRequest): string | undefined => spans.get(request)?.traceId,
  }
}
