// Report routes: health is public; metrics (also for Prometheus), errors and logs are for local clients and administrators.
import type { FastifyInstance } from 'fastify'
import { errorsRequest, logsRequest, metricsRequest, reports } from '../contract/hotlist-reports.ts'
import { type Operations, operation, routePath } from '../contract/operation.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import { corsHeaderNames } from '../http/headers.ts'
import { createJsonSender } from '../http/json.ts'
import type { TrafficStats } from '../http/logging/traffic-stats.ts'
import { createOperationRoutes } from '../http/operation-routes.ts'
import type { LogBuffer } from '../observability/log-buffer.ts'
import type { Metrics } from '../observability/metrics.ts'
import { round4 } from '../upstream/stats/source-metrics.ts'
import { errorReport, healthReport, type RecentYields, type Report, type ReportDeps, sourceFigures } from './reports.ts'

export const reportOperations = {
  status: operation('service', '/api/v1/health', 'Health of the service and its sources', {
    description: 'The HTTP status is always 200: read `status`. For orchestrators there are `/livez` and `/readyz`.',
    answers: [{ status: 200, meaning: 'The health.', schema: reports.health }],
  }),
  figures: operation('administration', '/api/v1/metrics', 'Metrics', {
    access: 'reports',
    query: metricsRequest,
    answers: [{ status: 200, meaning: 'The metrics.', schema: reports.metrics }],
    errors: {
      400: [
        { message: 'detailed: must be one of true, 1, yes, on, false, 0, no, off', details: { parameter: 'detailed' } },
      ],
    },
  }),
  failures: operation('administration', '/api/v1/errors', 'Failures of sources', {
    access: 'reports',
    query: errorsRequest,
    answers: [{ status: 200, meaning: 'The failures.', schema: reports.errors }],
    errors: { 400: [{ message: 'limit: must be an integer from 1 to 200', details: { parameter: 'limit' } }] },
  }),
  logLines: operation('administration', '/api/v1/logs', 'Log lines', {
    access: 'reports',
    query: logsRequest,
    answers: [{ status: 200, meaning: 'The lines.', schema: reports.logs }],
    errors: {
      400: [{ message: 'level: must be one of debug, info, warn, error, fatal', details: { parameter: 'level' } }],
    },
  }),
  prometheus: operation('administration', '/metrics', 'Metrics for Prometheus', {
    access: 'reports',
    answers: [{ status: 200, meaning: 'The metrics in Prometheus text format.', type: 'text/plain' }],
  }),
} satisfies Operations

export interface ReportRouteOptions extends ReportDeps {
  readonly traffic: Pick<TrafficStats, 'summary' | 'byRoute'>
  readonly metrics: Pick<Metrics, 'cacheHitRate' | 'text' | 'contentType'>
  /** Recent posts of search sources, by id. */
  readonly recentYields: () => Promise<RecentYields>
  readonly logBuffer: Pick<LogBuffer, 'read' | 'stats'>
}

/** Adds `/api/v1/health`, `/metrics`, `/errors`, `/logs`, and `/metrics` for Prometheus to `app`. */
export function reportRoutes(app: FastifyInstance, options: ReportRouteOptions, gate: AdminGate): void {
  const { statistics, traffic, metrics, logBuffer, hotLists, epochMs } = options
  const route = createOperationRoutes(app, { gate, epochMs, send: createJsonSender() })
  /** A family name resolves to the family's first list. */
  const idOf = (source: string | undefined) =>
    source === undefined ? undefined : (hotLists.lists.find(source)?.id ?? source)

  // Always 200, so that monitors read the status from the body (contract).
  route(reportOperations.status, async () => healthReport(options, await options.recentYields()))
  route(reportOperations.figures, ({ query: { detailed } }): Report<'metrics'> => {
    const summary = { ...traffic.summary(), cacheHitRate: round4(metrics.cacheHitRate()) }
    return { summary, ...(detailed && { routes: traffic.byRoute() }), sources: sourceFigures(statistics) }
  })
  route(reportOperations.failures, ({ query: { source, ...filter } }) =>
    errorReport({ ...filter, source: idOf(source) }, statistics),
  )
  route(reportOperations.logLines, ({ query: { stats, source, ...filter }, request }): Report<'logs'> => {
    const isAdministrator = gate.isAdministrator(request)
    const logs = logBuffer
      .read({ ...filter, source: idOf(source) })
      .map(({ ip, ...entry }) => (isAdministrator && ip ? { ...entry, ip } : entry))
    return { count: logs.length, logs, ...(stats && { stats: logBuffer.stats() }) }
  })
  app.get(routePath(reportOperations.prometheus), async (request, reply) => {
    // For programs only: no web page may call it, and no cache may store it.
    for (const name of corsHeaderNames) reply.removeHeader(name)
    reply.header('cache-control', 'no-store')
    gate.requireReportReader(request)
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}
