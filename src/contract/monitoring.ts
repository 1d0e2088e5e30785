// The wire of monitoring and access: traffic metrics, log lines and the IP allow list.
import { z } from 'zod'
import { bounded, line, list, listForm, wireForms } from './fields.ts'
import { count, named, record, text } from './schemas.ts'

export const apiVersion = '1.0'

export const ms = z.number().nonnegative()
export const rate = z.number().min(0).max(1)
/** Epoch milliseconds. */
export const time = z.int().positive()

/** The fields of every answer of the hot-list service. */
export const envelope = { apiVersion: z.literal(apiVersion), timestamp: time }

/**
 * Requests since the start, `uptime` seconds ago. `totalErrors` are 5xx, `clientErrors` 4xx; a disconnected client is neither. `p95` and
 * `p99` cover the latest requests only.
 */
export const trafficSummary = z.strictObject({
  totalRequests: count,
  totalErrors: count,
  errorRate: rate,
  clientErrors: count,
  avgResponseTime: ms,
  p95: ms,
  p99: ms,
  uptime: count,
})
export type TrafficSummary = z.infer<typeof trafficSummary>

export const routeFigures = record('RouteFigures', 'Statistics of a route.', {
  route: text.describe('Its pattern; `unrouted` for requests without a route.'),
  method: z.string().min(1),
  requests: count,
  errors: count.describe('Number of 5xx responses.'),
  clientErrors: count.describe('Number of 4xx responses.'),
  avgResponseTime: ms.describe('In milliseconds.'),
  p50: ms.describe('Of the latest requests, in milliseconds.'),
  p95: ms.describe('Of the latest requests, in milliseconds.'),
  p99: ms.describe('Of the latest requests, in milliseconds.'),
  byStatus: z.record(z.string().regex(/^[1-5]\d\d$/), z.int().positive()).describe('Number of responses by status.'),
})
export type RouteFigures = z.infer<typeof routeFigures>

/** The log levels, least severe first. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const

export const logEntry = record('LogEntry', 'A log line.', {
  time,
  level: z.enum(logLevels),
  message: z.string(),
  source: z.string().optional(),
  requestId: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  route: z.string().optional(),
  status: z.int().optional(),
  kind: z.string().optional().describe('The kind of a source failure.'),
  detail: z.string().optional().describe('Its description.'),
  ms: ms.optional().describe('Duration in milliseconds.'),
  bytes: count.optional(),
  left: z.literal(true).optional().describe('Whether the client disconnected before the response.'),
  ip: z.string().optional().describe('The network of the client (/24, /48), for administrators only.'),
  err: z.strictObject({ message: z.string(), stack: z.string().optional() }).optional(),
  cut: z.literal(true).optional().describe('Whether the line was truncated.'),
})

export const logStats = record('LogStats', 'The number of buffered lines.', {
  total: count,
  byLevel: z.record(z.enum(logLevels), count),
})

const fewBlocks = list
  .pipe(bounded(100))
  .pipe(z.array(z.string()).max(200, 'has too many entries: at most 200 are allowed'))
  .register(wireForms, listForm(100, 200))
  .default([])

export const allowListChange = named(
  'AllowListChange',
  'Addresses to add or remove, in the query or the body.',
  z
    .object({
      ip: fewBlocks.describe('IPv4 or IPv6 addresses, or blocks like `10.0.0.0/8`.'),
      ips: fewBlocks.describe('The same, for several addresses.'),
    })
    .refine(({ ip, ips }) => ip.length + ips.length > 0, {
      path: ['ip'],
      message: 'is missing: must be an IPv4 or IPv6 address or a block like 10.0.0.0/8; several in ips',
    }),
)
export const allowListParameters = ['ip', 'ips']

/** A query of the allow list, optionally testing an address. */
export const allowListQuestion = z.object({ ip: line(1, 100).optional().describe('An address to test.') })

export const allowListResponse = record('AllowListAnswer', 'The allow list, and the result of the test.', {
  ...envelope,
  enabled: z.boolean().describe('Whether the list is enforced. An empty list allows every address.'),
  whitelist: z.array(z.string()).describe('Addresses and blocks, in the order in which they were added.'),
  count,
  ip: z.string().optional().describe('The tested address.'),
  allowed: z.boolean().optional().describe('Whether it is allowed.'),
})
export type AllowListResponse = z.infer<typeof allowListResponse>
