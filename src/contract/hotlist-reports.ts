// The wire of the reports: health, metrics, errors, logs.

import { z } from 'zod'
import { booleanField, integer, line } from './fields.ts'
import { upstreamFailure as kind } from './hotlist.ts'
import {
  count,
  envelope,
  logEntry,
  logLevels,
  logStats,
  ms,
  rate,
  routeFigures,
  time,
  trafficSummary,
} from './monitoring.ts'
import { reason } from './reasons.ts'
import { sourceNeeds } from './source-needs.ts'
import { workKind } from './works.ts'

/** Epoch milliseconds. */
const since = integer(0, 9_007_199_254_740).optional()
const limit = integer(1, 200).default(50)
const source = line(1, 100).optional()

export const metricsRequest = z.object({ detailed: booleanField })
export const errorsRequest = z.object({ source, limit, since })
const levelAllowed = `must be one of ${logLevels.join(', ')}`
export const logsRequest = z.object({
  limit,
  level: z.enum(logLevels, { error: levelAllowed }).optional(),
  source,
  path: line(1, 200).optional(),
  since,
  stats: booleanField,
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
  /** The last 24 hours in which it was asked, the oldest first; `at` is the start of the hour. */
  lastDay: z.array(z.strictObject({ at: time, requests: count, failed: count })).max(24),
  /** Absent while it is awake. A source that is asleep is asked once a day, and by requests that name it. */
  asleep: z.strictObject({ since: time, nextTrialAt: time }).optional(),
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

/** Statistics of the asks of a source. Asks rejected by a circuit breaker are counted as `refused`, not as requests. */
export const sourceFigures = z.strictObject({
  source: z.string(),
  requests: count,
  refused: count,
  successRate: rate,
  avgResponseTime: ms,
  health,
})

export const reports = {
  /** `sources` and `details` are the hot lists, `search` the channels and plugins. */
  health: z.strictObject({
    ...envelope,
    status,
    /** Why it is not healthy, and other notices. */
    reasons: z.array(z.string()),
    /** Each from its own sources; the worse one decides `status`. */
    services: z.strictObject({ search: status, hotlist: status }),
    system: z.strictObject({
      uptime: count,
      nodeVersion: z.string(),
      memory: z.strictObject({ heapUsed: count, heapTotal: count, rss: count }),
    }),
    sources: z.strictObject({ total: count, enabled: count, health: states }),
    search: z.strictObject({ total: count, health: states, details: z.array(searchSourceHealth) }),
    details: z.array(sourceHealth),
  }),
  metrics: z.strictObject({
    ...envelope,
    summary: z.strictObject({ ...trafficSummary.shape, cacheHitRate: rate }),
    routes: z.array(routeFigures).optional(),
    sources: z.array(sourceFigures),
  }),
  errors: z.strictObject({
    ...envelope,
    count,
    stats: z.array(
      z.strictObject({
        source: z.string(),
        count,
        lastError: noted.omit({ source: true }),
        errorTypes: z.partialRecord(kind, z.int().positive()),
      }),
    ),
    errors: z.array(noted),
  }),
  logs: z.strictObject({ ...envelope, count, logs: z.array(logEntry), stats: logStats.optional() }),
}
