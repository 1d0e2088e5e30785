// The wire of the hot-list service: schemas of requests and answers.

import { z } from 'zod'
import { columns } from './columns.ts'
import { booleanField, integer, list, listForm, sized, someOf, wireForms } from './fields.ts'
import { envelope, time as ms, rate } from './monitoring.ts'
import { reason } from './reasons.ts'
import { count, named, record, text } from './schemas.ts'

const maxIds = 200
const maxIdLength = 60
const ids = list.pipe(sized(maxIdLength, maxIds)).register(wireForms, listForm(maxIdLength, maxIds))
const idsAllowed = 'must be a comma-separated list of source ids; GET /api/v1/sources lists them'
const requestedIds = z
  .preprocess((sent) => sent ?? '', ids)
  .refine((entries) => entries.length > 0, `is missing: ${idsAllowed}`)
  .describe('Ids of lists, at most 200. The id of a site means its first list.')
const someIds = ids.transform((entries) => (entries.length === 0 ? undefined : entries)).optional()

const types = ['hottest', 'realtime'] as const

export const enabledIds = someIds.describe(
  'Ids of lists, at most 200. The id of a site means its first list. Default: all enabled lists.',
)

/** Whether to ignore cached lists. */
const force = booleanField.describe(
  'Ask the site again even if a cached list is fresh, or after failures; at most once in 10 s. Further requests get the same answer.',
)

export const sourcesRequest = z.object({
  includeDisabled: booleanField.describe('Include disabled lists.'),
  metrics: booleanField.describe('Include statistics of each list.'),
  column: someOf(columns).describe('Only lists of these groups.'),
  type: someOf(types).describe('Only lists of these types: hottest or newest items.'),
  family: someIds.describe('Only lists of these sites.'),
})
export const sourceRequest = z.object({
  force,
  limit: integer(1, 50).default(20).describe('Maximum number of items of each list.'),
})
export const batchRequest = z.object({
  sources: requestedIds,
  force,
  limit: integer(1, 50).default(20).describe('Maximum number of items of each list.'),
})
const oneId = 'must be the id of one source; GET /api/v1/sources lists them'
export const hotListRequest = z.object({
  id: z
    .string({ error: ({ input }) => (input === undefined ? `is missing: ${oneId}` : oneId) })
    .trim()
    .min(1, `is empty: ${oneId}`)
    .describe('The id of a list, or of a site for its first list.'),
  refresh: force,
})
const timeout = integer(1_000, 60_000)
  .default(30_000)
  .describe('Deadline in milliseconds. Lists that have not answered by then fail with `timeout`.')
export const hotBatchRequest = z.object({
  ids: enabledIds,
  limit: integer(1, 50).default(10).describe('Maximum number of items of each list.'),
  concurrency: integer(1, 10).default(5).describe('Maximum number of lists asked concurrently.'),
  timeout,
})
const priorities = ['high', 'medium', 'low'] as const
export const optimizedRequest = z.object({
  sources: enabledIds,
  priority: z
    .enum(priorities, { error: `must be one of ${priorities.join(', ')}` })
    .default('medium')
    .describe('Waiting requests of a higher priority are served first.'),
  concurrency: integer(1, 10).default(5).describe('Maximum number of lists asked concurrently.'),
  timeout,
  limit: integer(1, 50).default(20).describe('Maximum number of items of each list.'),
})
export const streamRequest = z.object({
  sources: requestedIds,
  chunkSize: integer(1, 50).default(5).describe('Maximum number of items per message.'),
  delay: integer(0, 10_000).default(500).describe('Pause between two messages about one list, in milliseconds.'),
  follow: booleanField.describe('Keep the stream open and send a list again whenever it changes.'),
  since: integer(0, 9_007_199_254_740)
    .optional()
    .describe(
      'With `follow`: skip lists not newer than this (epoch milliseconds) in the first round; the client has them.',
    ),
})
export type StreamRequest = z.output<typeof streamRequest>
export type OptimizedRequest = z.output<typeof optimizedRequest>

export const item = record('HotItem', 'An item of a list.', {
  id: text.describe('Identifies the item within its list.'),
  title: text,
  url: z.url().describe('Its address.'),
  mobileUrl: z.url().optional().describe('Its address for phones.'),
  pubDate: z.int().optional().describe('When it was published, in epoch milliseconds.'),
  rank: z.int().min(1).describe('Its rank, from 1.'),
  hot: z.number().optional().describe('Its popularity, in the unit of the site.'),
  extra: z
    .strictObject({
      hover: text.optional(),
      info: text.optional(),
      date: text.optional(),
      icon: z.url().optional(),
      diff: z.int().optional(),
      movement: z.enum(['new', 'back', 'up', 'down']).optional(),
      since: ms.optional(),
    })
    .optional()
    .describe(
      'Fields of some sites, and how it moved: `diff` is the number of ranks gained since the previous list; `movement` is `new`, `back` (it left within a day before), `up` or `down`, absent if it stayed; since `since` (epoch milliseconds) it is on the list without a break.',
    ),
})
export type HotListItem = z.infer<typeof item>

export const upstreamFailure = z.enum(['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'])
/** Additionally: the source is disabled, does not exist, or the stream ended by an internal error. */
const failureKind = z.enum([...upstreamFailure.options, 'disabled', 'unknown', 'internal'])
const failure = record('ListFailure', 'The failure of a list.', {
  kind: failureKind,
  message: text.describe('A description for users.'),
  reason: reason.optional(),
  retryAt: ms.optional().describe('The time of the next attempt, in epoch milliseconds; absent if there will be none.'),
})

const health = z.enum(['healthy', 'degraded', 'unhealthy', 'unknown'])

export const sourceRecord = record('HotSource', 'A list.', {
  id: text,
  name: text.describe('The name of the site.'),
  title: text.optional().describe('Distinguishes it from other lists of the site.'),
  pinyin: text.optional().describe('The pinyin of name and title; absent without Chinese characters.'),
  family: text.describe('The site; used as an id it means its first list.'),
  home: z.url().describe('The web page of the list.'),
  type: z.enum(types).describe('Whether it lists the hottest or the newest items.'),
  interval: z.int().positive().describe('The minimum time between two requests to the site, in seconds.'),
  enabled: z.boolean().describe('Whether the list is enabled.'),
  column: z.enum(columns).describe('The group of the list on the page.'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .describe('The colour of the site.'),
})
export type SourceRecord = z.infer<typeof sourceRecord>

const sourceMetrics = record('HotSourceMetrics', 'Statistics of a list.', {
  totalRequests: count.describe('Requests made; those rejected by the circuit breaker are not counted.'),
  successRate: rate.describe('From 0 to 1.'),
  avgResponseTime: z.number().nonnegative().describe('In milliseconds.'),
  lastSuccess: ms.nullable().describe('In epoch milliseconds.'),
  lastError: z.strictObject({ kind: upstreamFailure, message: text, reason: reason.optional(), at: ms }).nullable(),
})

/**
 * Fields next to the items of every list. `updatedAt` is when the upstream returned them, null if there are none; `stale` is true if they
 * are older than the source's interval or the source has failed since.
 */
const age = {
  cached: z.boolean().describe('Whether they are from the cache.'),
  stale: z.boolean().describe('Whether they are older than the interval of the list, or the site has failed since.'),
  updatedAt: ms.nullable().describe('When the site returned the list, in epoch milliseconds; null if there is none.'),
  error: failure
    .optional()
    .describe('Why the site could not be asked. The last good items are returned with it, if there are any.'),
}
const listState = { data: z.array(item), count: count.describe('Number of items returned.'), ...age }
const batchResult = record('BatchResult', 'A list of a batch.', {
  id: text.describe('The id as requested.'),
  name: text,
  success: z.boolean().describe('Whether there is a list, new or cached.'),
  ...listState,
})
export type BatchResult = z.infer<typeof batchResult>

const hotResult = record('HotResult', 'A list of a batch by ids.', {
  id: text.describe('The id as requested.'),
  success: z.boolean().describe('Whether there is a list, new or cached.'),
  items: z.array(item),
  count: count.describe('Number of items returned.'),
  responseTime: count.describe('Duration in milliseconds.'),
  ...age,
})
export type HotResult = z.infer<typeof hotResult>

const tally = { total: count, success: count, failed: count }

export const hotListAnswers = {
  sources: record('SourcesAnswer', 'The lists.', {
    ...envelope,
    count,
    sources: z.array(
      z.strictObject({ ...sourceRecord.shape, metrics: sourceMetrics.optional(), health: health.optional() }),
    ),
  }),
  source: record('SourceAnswer', 'A list.', {
    ...envelope,
    source: sourceRecord,
    total: count.describe('Number of items of the list.'),
    ...listState,
  }),
  batch: record('BatchAnswer', 'Lists, in request order.', {
    ...envelope,
    summary: z.strictObject({ ...tally, invalid: count }),
    invalidSources: z.array(z.string()).describe('Requested ids that are not lists.'),
    results: z.array(batchResult),
  }),
  hotList: named('HotItems', 'The items of a list.', z.array(item)),
  hotBatch: record('HotBatchAnswer', 'Lists by their ids.', {
    ...envelope,
    data: z.record(text, hotResult).describe('The lists, by requested id.'),
    meta: z.strictObject({ ...tally, avgResponseTime: z.number().nonnegative() }),
  }),
  optimized: record('OptimizedAnswer', 'Lists, in request order.', {
    ...envelope,
    optimization: z
      .strictObject({
        priority: z.enum(priorities),
        concurrency: count,
        timeout: count,
        strategy: z.literal('priority-queue'),
      })
      .describe('The priority, concurrency and timeout applied.'),
    summary: z.strictObject({ ...tally, invalid: count, avgResponseTime: z.number().nonnegative() }),
    invalidSources: z.array(z.string()).describe('Requested ids that are not lists.'),
    results: z.array(z.strictObject({ ...batchResult.shape, responseTime: count })),
  }),
  latest: record('VersionAnswer', 'The version.', {
    ...envelope,
    v: text.describe('The version of the service.'),
    name: z.literal('trawl'),
  }),
}
export type SourcesAnswer = z.infer<(typeof hotListAnswers)['sources']>
export type SourceAnswer = z.infer<(typeof hotListAnswers)['source']>
export type BatchAnswer = z.infer<(typeof hotListAnswers)['batch']>

export const streamMessage = record(
  'StreamMessage',
  'A message about a list: its start, some items, its end, or its failure.',
  {
    type: z.enum(['start', 'data', 'end', 'error']),
    sourceId: text.describe('The id as requested; `*` for an internal error.'),
    data: z.array(item).describe('Items; empty except in messages of type `data`.'),
    total: count.describe('Number of items of the list.'),
    ...z.object(age).partial().shape,
  },
)
export type StreamMessage = z.infer<typeof streamMessage>

export const streamEvent = named(
  'StreamEvent',
  'A message as a server-sent event; `end` is the last.',
  z.union([
    z.strictObject({ data: streamMessage }),
    z.strictObject({ event: z.literal('end'), data: z.strictObject({}) }),
    z.strictObject({ event: z.literal('error'), data: z.strictObject({ code: z.literal(500), message: z.string() }) }),
  ]),
)
