// The route for Prometheus: `/metrics`.
import type { FastifyInstance } from 'fastify'
import { type Operations, routePath } from '../contract/operation.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { AdminGate } from './auth/admin-gate.ts'
import { corsHeaderNames } from './headers.ts'

export const metricsOperations = {
  prometheus: {
    method: 'get',
    path: '/metrics',
    tag: 'administration',
    summary: 'Metrics for Prometheus',
    access: 'reader',
    answers: [{ status: 200, meaning: 'The metrics in Prometheus text format.', type: 'text/plain' }],
  },
} satisfies Operations

export function metricsRoutes(app: FastifyInstance, metrics: Metrics, adminGate: AdminGate): void {
  app.get(routePath(metricsOperations.prometheus), async (request, reply) => {
    // For programs only: no web page may call it, and no cache may store it.
    for (const name of corsHeaderNames) reply.removeHeader(name)
    reply.header('cache-control', 'no-store')
    adminGate.requireReportReader(request)
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}
