// Report routes: health is public; metrics, errors and logs are for local clients and administrators.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { errorsRequest, logsRequest, metricsRequest, type reports } from '../contract/hotlist-reports.ts'
import type { AdminGate } from '../http/admin.ts'
import { createJsonSending } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import type { Traffic } from '../http/traffic.ts'
import type { LogRing } from '../log-ring.ts'
import type { Metrics } from '../metrics.ts'
import { errorReport, healthReport, type ReportParts, sourceFigures } from './reports.ts'
import { headOf, rounded } from './shape.ts'

/** Dependencies of the report routes. */
export interface AdminDoors extends ReportParts {
  readonly traffic: Pick<Traffic, 'summary' | 'byRoute'>
  readonly metrics: Pick<Metrics, 'cacheHitRate'>
  readonly logRing: Pick<LogRing, 'read' | 'stats'>
}

type Answer<Name extends keyof typeof reports> = z.output<(typeof reports)[Name]>

/** Adds `/api/v1/health`, `/metrics`, `/errors` and `/logs` to `app`. */
export function adminRoutes(app: FastifyInstance, doors: AdminDoors, gate: AdminGate): void {
  const { lists, statistics, traffic, metrics, logRing, epochMs } = doors
  /** A family name resolves to the family's first list. */
  const idOf = (source: string | undefined) => (source === undefined ? undefined : (lists.find(source)?.id ?? source))
  const head = () => headOf(epochMs())
  const sendAnew = createJsonSending()
  const send = (request: FastifyRequest, reply: FastifyReply, body: object) =>
    sendAnew(request, reply.header('cache-control', 'no-store'), body)

  // Always 200, so that monitors read the status from the body (contract).
  app.get('/api/v1/health', (request, reply) => {
    const body: Answer<'health'> = { ...head(), ...healthReport(doors) }
    return send(request, reply, body)
  })
  app.get('/api/v1/metrics', (request, reply) => {
    gate.checkReportReader(request)
    const { detailed } = parseQuery(request, metricsRequest)
    const summary = { ...traffic.summary(), cacheHitRate: rounded(metrics.cacheHitRate()) }
    const routes = detailed ? { routes: traffic.byRoute() } : {}
    const body: Answer<'metrics'> = { ...head(), summary, ...routes, sources: sourceFigures(statistics) }
    return send(request, reply, body)
  })
  app.get('/api/v1/errors', (request, reply) => {
    gate.checkReportReader(request)
    const { source, ...wanted } = parseQuery(request, errorsRequest)
    const report = errorReport({ ...wanted, source: idOf(source) }, statistics)
    const body: Answer<'errors'> = { ...head(), ...report }
    return send(request, reply, body)
  })
  app.get('/api/v1/logs', (request, reply) => {
    gate.checkReportReader(request)
    const { stats, source, ...rest } = parseQuery(request, logsRequest)
    const wanted = { ...rest, source: idOf(source) }
    const isAdministrator = gate.isAdministrator(request)
    const logs = logRing.read(wanted).map(({ ip, ...entry }) => (isAdministrator && ip ? { ...entry, ip } : entry))
    const body: Answer<'logs'> = { ...head(), count: logs.length, logs, ...(stats ? { stats: logRing.stats() } : {}) }
    return send(request, reply, body)
  })
}
