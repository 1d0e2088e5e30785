// The wire of the reports: health, metrics, errors, logs.

import { z } from 'zod'
import { booleanField, integer, line } from './fields.ts'
import { upstreamFailure as kind } from './hotlist.ts'
import { envelope, logEntry, logLevels, logStats, ms, rate, routeFigures, time, trafficSummary } from './monitoring.ts'
import { reason } from './reasons.ts'
import { count, record } from './schemas.ts'
import { sourceNeeds } from './source-needs.ts'
import { workKind } from './works.ts'

/** Epoch milliseconds. */
const since = integer(0, 9_007_199_254_740).optional().describe('Only entries after this time, in epoch milliseconds.')
const limit = integer(1, 200).default(50)
const source = line(1, 100)
  .optional()
  .describe(
    'Only this source: the id of a list, or of a site for its first list; `tg:` and a channel, or `plugin:` and a plugin.',
  )

export const metricsRequest = z.object({ detailed: booleanField.describe('Also return metrics by route.') })
export const errorsRequest = z.object({
  source,
  limit: limit.describe('Maximum number of entries, newest first.'),
  since,
})
const levelAllowed = `must be one of ${logLevels.join(', ')}`
export const logsRequest = z.object({
  limit: limit.describe('Maximum number of lines, newest first.'),
  level: z.enum(logLevels, { error: levelAllowed }).optional().describe('Only lines of this level and above.'),
  source,
  path: line(1, 200).optional().describe('Only lines about requests with this path prefix.'),
  since,
  stats: booleanField.describe('Also return the number of buffered lines.'),
})

const states = z.strictObject({ healthy: count, degraded: count, unhealthy: count, unknown: count })
const status = z.enum(['healthy', 'degraded', 'unhealthy'])
const health = z.enum([...status.options, 'unknown'])
export type SystemStatus = z.infer<typeof status>

const sourceHealth = z.strictObject({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  health,
  totalRequests: count,
  successRate: rate,
  avgResponseTime: ms,
  lastSuccess: time.nullable(),
  lastError: z.strictObject({ kind, message: z.string(), reason: reason.optional(), at: time }).nullable(),
  lastDay: z
    .array(z.strictObject({ at: time, requests: count, failed: count }))
    .max(24)
    .describe('The last 24 hours in which it was asked, the oldest first; `at` is the start of the hour.'),
  asleep: z
    .strictObject({ since: time, nextTrialAt: time })
    .optional()
    .describe('Absent while it is awake. A source that is asleep is asked once a day, and by requests that name it.'),
})
/**
 * `last30Days`: what the archive has of its posts of the last 30 days; absent where it has none. `needs`: what a plugin's site needs to
 * answer well; `evidence`: the date of the latest statement that it answers.
 */
const searchSourceHealth = z.strictObject({
  ...sourceHealth.shape,
  needs: z.array(z.enum(sourceNeeds)).optional(),
  evidence: z
    .string()
    .regex(/^\d{4}-\d\d(?:-\d\d)?$/)
    .optional(),
  last30Days: z.strictObject({ links: count, kinds: z.array(workKind).max(3) }).optional(),
})
export type SearchSourceHealth = z.infer<typeof searchSourceHealth>
export type SourceHealth = z.infer<typeof sourceHealth>

const noted = z.strictObject({ source: z.string(), kind, message: z.string(), reason: reason.optional(), at: time })

const sourceFigures = record('SourceFigures', 'Statistics of a source.', {
  source: z.string(),
  requests: count.describe('Number of requests.'),
  refused: count.describe('Number of requests not made because of an open circuit breaker.'),
  successRate: rate.describe('Fraction of successful requests, from 0 to 1.'),
  avgResponseTime: ms.describe('In milliseconds.'),
  health,
})

export const reports = {
  /** `sources` and `details` are the hot lists, `search` the channels and plugins. */
  health: record('StatusAnswer', 'The health of the service and its sources.', {
    ...envelope,
    status: status.describe(
      '`unhealthy`: the service cannot work, or more than half of the sources of search or hot lists asked in the last ten minutes are unhealthy. `degraded`: more than a tenth are, or storage has problems.',
    ),
    reasons: z.array(z.string()).describe('Why it is not healthy, and other notices.'),
    services: z
      .strictObject({ search: status, hotlist: status })
      .describe('The health of search and of hot lists, each from its own sources.'),
    system: record('SystemAnswer', 'The process.', {
      uptime: count.describe('In seconds.'),
      nodeVersion: z.string(),
      memory: z.strictObject({ heapUsed: count, heapTotal: count, rss: count }).describe('In bytes.'),
    }),
    sources: z
      .strictObject({ total: count, enabled: count, health: states })
      .describe('The number of hot lists by health.'),
    search: z
      .strictObject({ total: count, health: states, details: z.array(searchSourceHealth) })
      .describe('The health of channels and plugins.'),
    details: z.array(sourceHealth).describe('The health of each hot list.'),
  }),
  metrics: record('MetricsAnswer', 'Metrics since the start.', {
    ...envelope,
    summary: z
      .strictObject({ ...trafficSummary.shape, cacheHitRate: rate })
      .describe(
        'All requests. `totalErrors` counts 5xx, `clientErrors` 4xx. Times are in milliseconds, `uptime` in seconds, rates from 0 to 1.',
      ),
    routes: z.array(routeFigures).optional().describe('By route, busiest first.'),
    sources: z.array(sourceFigures).describe('By source, busiest first.'),
  }),
  errors: record('ErrorsAnswer', 'Failures of sources.', {
    ...envelope,
    count,
    stats: z
      .array(
        z.strictObject({
          source: z.string(),
          count,
          lastError: noted.omit({ source: true }),
          errorTypes: z.partialRecord(kind, z.int().positive()),
        }),
      )
      .describe('By source.'),
    errors: z.array(noted).describe('The latest failures, newest first.'),
  }),
  logs: record('LogsAnswer', 'Log lines, newest first.', {
    ...envelope,
    count,
    logs: z.array(logEntry),
    stats: logStats.optional(),
  }),
}
