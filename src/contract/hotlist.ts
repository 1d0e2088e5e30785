// The wire of the hot-list service: schemas of requests and answers.

import { z } from 'zod'
import { booleanField, integer, list, listForm, sized, someOf, wireForms } from './fields.ts'
import { count, envelope, time as ms, rate } from './monitoring.ts'
import { reason } from './reasons.ts'

const maxIds = 200
const maxIdLength = 60
const ids = list.pipe(sized(maxIdLength, maxIds)).register(wireForms, listForm(maxIdLength, maxIds))
const idsAllowed = 'must be a comma-separated list of source ids; GET /api/v1/sources lists them'
const requestedIds = z
  .preprocess((sent) => sent ?? '', ids)
  .refine((entries) => entries.length > 0, `is missing: ${idsAllowed}`)
export const someIds = ids.transform((entries) => (entries.length === 0 ? undefined : entries)).optional()

/** The groups of lists on the page. */
export const columns = [
  'china',
  'world',
  'tech',
  'finance',
  'sports',
  'entertainment',
  'game',
  'community',
  'science',
  'life',
] as const
const types = ['hottest', 'realtime'] as const

export const sourcesRequest = z.object({
  includeDisabled: booleanField,
  metrics: booleanField,
  column: someOf(columns),
  type: someOf(types),
  family: someIds,
})
export const sourceRequest = z.object({ force: booleanField, limit: integer(1, 50).default(20) })
export const batchRequest = z.object({ sources: requestedIds, force: booleanField, limit: integer(1, 50).default(20) })
const oneId = 'must be the id of one source; GET /api/v1/sources lists them'
export const hotListRequest = z.object({
  id: z
    .string({ error: ({ input }) => (input === undefined ? `is missing: ${oneId}` : oneId) })
    .trim()
    .min(1, `is empty: ${oneId}`),
  refresh: booleanField,
})
const timeout = integer(1_000, 60_000).default(30_000)
export const hotBatchRequest = z.object({
  ids: someIds,
  limit: integer(1, 50).default(10),
  concurrency: integer(1, 10).default(5),
  timeout,
})
const priorities = ['high', 'medium', 'low'] as const
export const optimizedRequest = z.object({
  sources: someIds,
  priority: z.enum(priorities, { error: `must be one of ${priorities.join(', ')}` }).default('medium'),
  concurrency: integer(1, 10).default(5),
  timeout,
  limit: integer(1, 50).default(20),
})
export const streamRequest = z.object({
  sources: requestedIds,
  chunkSize: integer(1, 50).default(5),
  delay: integer(0, 10_000).default(500),
  /** Extension of Trawl: the stream stays open and sends a list again when it has changed. */
  follow: booleanField,
  /** With `follow`: lists not newer than this (epoch milliseconds) are skipped in the first round. */
  since: integer(0, 9_007_199_254_740).optional(),
})
export type StreamRequest = z.output<typeof streamRequest>
export type OptimizedRequest = z.output<typeof optimizedRequest>

const text = z.string().min(1)

export const item = z.strictObject({
  id: text,
  title: text,
  url: z.url(),
  mobileUrl: z.url().optional(),
  pubDate: z.int().optional(),
  rank: z.int().min(1),
  hot: z.number().optional(),
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
    .optional(),
})
/** An item of a list. `extra.diff` and `extra.movement` compare with the previous list; since `extra.since` it is on the list without a break. */
export type HotListItem = z.infer<typeof item>

export const upstreamFailure = z.enum(['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'])
/** Additionally: the source is disabled, does not exist, or the stream ended by an internal error. */
const failureKind = z.enum([...upstreamFailure.options, 'disabled', 'unknown', 'internal'])
/** The failure of a list. `retryAt` is the time of the next attempt, absent if there will be none. */
export const failure = z.strictObject({
  kind: failureKind,
  message: text,
  reason: reason.optional(),
  retryAt: ms.optional(),
})

const health = z.enum(['healthy', 'degraded', 'unhealthy', 'unknown'])

export const sourceRecord = z.strictObject({
  id: text,
  name: text,
  /** Distinguishes it from other lists of the site. */
  title: text.optional(),
  /** Extension of Trawl: pinyin of name and title, for search; absent without Chinese characters. */
  pinyin: text.optional(),
  /** The site; used as an id it means the site's first list. */
  family: text,
  home: z.url(),
  type: z.enum(types),
  interval: z.int().positive(),
  enabled: z.boolean(),
  column: z.enum(columns),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
})
export type SourceRecord = z.infer<typeof sourceRecord>

export const sourceMetrics = z.strictObject({
  totalRequests: count,
  successRate: rate,
  avgResponseTime: z.number().nonnegative(),
  lastSuccess: ms.nullable(),
  lastError: z.strictObject({ kind: upstreamFailure, message: text, reason: reason.optional(), at: ms }).nullable(),
})
export type SourceMetrics = z.infer<typeof sourceMetrics>

/**
 * Fields next to the items of every list. `updatedAt` is when the upstream returned them, null if there are none; `stale` is true if they
 * are older than the source's interval or the source has failed since.
 */
const age = { cached: z.boolean(), stale: z.boolean(), updatedAt: ms.nullable(), error: failure.optional() }
const listState = { data: z.array(item), count, ...age }
export const batchResult = z.strictObject({ id: text, name: text, success: z.boolean(), ...listState })
export type BatchResult = z.infer<typeof batchResult>

export const hotResult = z.strictObject({
  id: text,
  success: z.boolean(),
  items: z.array(item),
  count,
  responseTime: count,
  ...age,
})
export type HotResult = z.infer<typeof hotResult>

const tally = { total: count, success: count, failed: count }

export const hotListAnswers = {
  sources: z.strictObject({
    ...envelope,
    count,
    sources: z.array(
      z.strictObject({ ...sourceRecord.shape, metrics: sourceMetrics.optional(), health: health.optional() }),
    ),
  }),
  source: z.strictObject({ ...envelope, source: sourceRecord, total: count, ...listState }),
  batch: z.strictObject({
    ...envelope,
    summary: z.strictObject({ ...tally, invalid: count }),
    invalidSources: z.array(z.string()),
    results: z.array(batchResult),
  }),
  hotList: z.array(item),
  hotBatch: z.strictObject({
    ...envelope,
    data: z.record(text, hotResult),
    meta: z.strictObject({ ...tally, avgResponseTime: z.number().nonnegative() }),
  }),
  optimized: z.strictObject({
    ...envelope,
    optimization: z.strictObject({
      priority: z.enum(priorities),
      concurrency: count,
      timeout: count,
      strategy: z.literal('priority-queue'),
    }),
    summary: z.strictObject({ ...tally, invalid: count, avgResponseTime: z.number().nonnegative() }),
    invalidSources: z.array(z.string()),
    results: z.array(z.strictObject({ ...batchResult.shape, responseTime: count })),
  }),
  latest: z.strictObject({ ...envelope, v: text, name: z.literal('trawl') }),
}

/** A message of the stream. `total` is the number of items of the list. */
export const streamMessage = z.strictObject({
  type: z.enum(['start', 'data', 'end', 'error']),
  sourceId: text,
  data: z.array(item),
  total: count,
  cached: z.boolean().optional(),
  stale: z.boolean().optional(),
  updatedAt: ms.nullable().optional(),
  error: failure.optional(),
})
export type StreamMessage = z.infer<typeof streamMessage>

export const streamEvent = z.union([
  z.strictObject({ data: streamMessage }),
  z.strictObject({ event: z.literal('end'), data: z.strictObject({}) }),
  z.strictObject({ event: z.literal('error'), data: z.strictObject({ code: z.literal(500), message: z.string() }) }),
])
