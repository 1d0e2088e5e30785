// The wire of the search service: schemas of requests and answers.

import { z } from 'zod'
import { channelNames } from './channel-name.ts'
import {
  bounded,
  flag,
  integer,
  jsonObject,
  line,
  list,
  listForm,
  quotedList,
  wireForms,
  withoutUnset,
} from './fields.ts'
import { cloudType, linkItem, time } from './links.ts'
import { reason } from './reasons.ts'
import { work } from './works.ts'

/** Treats an empty list as not set. */
function unlessEmpty(entries: string[]) {
  return entries.length === 0 ? undefined : entries
}

const names = list.pipe(bounded(100)).transform(unlessEmpty).register(wireForms, listForm(100))

/** The fields of `ext`; unknown ones are passed to plugins. */
export const searchExt = z.looseObject({
  title_en: line(0, 200)
    .transform((title) => (title === '' ? undefined : title))
    .optional(),
  deadline_ms: integer(200, 30_000).optional(),
  health: z.enum(['sink', 'hide', 'ignore'], { error: 'must be one of sink, hide, ignore' }).optional(),
  details: flag.transform((isWanted) => isWanted || undefined).optional(),
})
const ext = jsonObject.pipe(searchExt)

const filterWords = quotedList.pipe(bounded(200)).register(wireForms, listForm(200)).default([])

export const searchFilter = z.object({ include: filterWords, exclude: filterWords })
const filter = jsonObject
  .pipe(searchFilter)
  .transform((words) => (words.include.length + words.exclude.length === 0 ? undefined : words))

const resAllowed = 'must be one of merged_by_type (or merge), results, all, works'
const srcAllowed = 'must be one of all, tg, plugin'

/** Default: set by the operator. A query may spell an integer as `10.0`. */
const conc = z
  .preprocess((sent) => (typeof sent === 'string' ? sent.replace(/\.0{1,15}\s*$/, '') : sent), integer(1, 256))
  .optional()
  .register(wireForms, { type: 'integer', minimum: 1, maximum: 256, default: 10 })

/** The fields of a search request, before those that `src` makes ineffective are removed. */
export const searchFields = z.object({
  kw: line(1, 200),
  channels: channelNames.transform(unlessEmpty).optional(),
  plugins: names.optional(),
  cloud_types: names.optional(),
  conc,
  refresh: flag.default(false),
  res: z
    .enum(['merged_by_type', 'results', 'all', 'works', 'merge'], { error: resAllowed })
    .transform((res) => (res === 'merge' ? 'merged_by_type' : res))
    .default('merged_by_type'),
  src: z.enum(['all', 'tg', 'plugin'], { error: srcAllowed }).default('all'),
  ext: ext.default({}),
  filter: filter.optional(),
})

export const searchParameters: readonly string[] = Object.keys(searchFields.shape)

/** Removes fields that are not set, including `conc=0`. */
function withoutZeroValues(bag: unknown): unknown {
  if (typeof bag !== 'object' || bag === null) return bag
  const { conc, ...others } = withoutUnset(bag)
  const isZero = conc === 0 || (typeof conc === 'string' && /^\s*0+(?:\.0+)?\s*$/.test(conc))
  return conc === undefined || isZero ? others : { ...others, conc }
}

const lists = z.looseObject({
  src: z.unknown().optional(),
  channels: z.unknown().optional(),
  plugins: z.unknown().optional(),
})

/** `src=tg` ignores `plugins` and `src=plugin` ignores `channels`; their entries are not validated. */
function withoutIgnored(bag: unknown): unknown {
  const { data } = lists.safeParse(bag)
  if (data?.src === 'tg' && list.safeParse(data.plugins).success) return { ...data, plugins: undefined }
  if (data?.src === 'plugin' && list.safeParse(data.channels).success) return { ...data, channels: undefined }
  return bag
}

/**
 * A search request, parsed from the raw fields of a query or body. Null or empty fields and `conc=0` count as not set; channel names are
 * reduced to bare, distinct names; `merge` becomes `merged_by_type`. Unknown plugins and cloud types are accepted: the search warns about them.
 */
export const searchRequest = z.preprocess((bag) => withoutIgnored(withoutZeroValues(bag)), searchFields)
export type SearchRequest = z.output<typeof searchRequest>

const count = z.int().nonnegative()

export const resultLink = z.strictObject({
  type: cloudType,
  url: z.string().min(1),
  password: z.string(),
  work_title: z.string().optional(),
  datetime: time.optional(),
})

export const resultItem = z.strictObject({
  message_id: z.string(),
  unique_id: z.string().min(1),
  channel: z.string(),
  datetime: time,
  title: z.string(),
  content: z.string(),
  links: z.array(resultLink),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  source: z.string().regex(/^(?:tg|plugin):./),
})
/** A post of `results`. */
export type ResultItem = z.infer<typeof resultItem>

export const warning = z.strictObject({
  kind: z.enum([
    'unknown_plugin',
    'unknown_cloud_type',
    'blocked_channel',
    'source_off',
    'source_failed',
    'source_partial',
    'archive_failed',
    'deadline_reached',
    'kept_answers',
    'answer_too_large',
    'no_sources',
  ]),
  source: z.string().optional(),
  detail: z.string(),
  reason: reason.optional(),
})
export type Warning = z.infer<typeof warning>

export const meta = z.strictObject({
  complete: z.boolean(),
  sources: z.strictObject({ asked: count, answered: count, failed: count, pending: count }),
  /** The number of links that only the archive has. Absent without an archive. */
  archive: z.strictObject({ links: count }).optional(),
  /** The number of dead links, which are last or hidden, depending on `ext.health`. Absent if 0. */
  dead: z.int().positive().optional(),
})
/** The completeness of an answer, and counts of archived and dead links. */
export type Meta = z.infer<typeof meta>

export const merged = z.partialRecord(cloudType, z.array(linkItem))
/** Links by cloud type. */
export type MergedByType = z.infer<typeof merged>
const results = z.array(resultItem)

/** The answer of a search; `res` selects one of four shapes of `data`. */
export const searchResponse = z.strictObject({
  code: z.literal(0),
  message: z.literal('success'),
  data: z.union([
    z.strictObject({ total: count, merged_by_type: merged }),
    z.strictObject({ total: count, results }),
    z.strictObject({ total: count, results, merged_by_type: merged }),
    z.strictObject({ total: count, works: z.array(work) }),
  ]),
  warnings: z.array(warning).min(1).optional(),
  meta,
})
export type SearchResponse = z.infer<typeof searchResponse>

/** Why a source, or a check, failed. */
export const upstreamFailure = z.strictObject({
  kind: z.enum(['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']),
  detail: z.string(),
  reason: reason.optional(),
})

export const healthResponse = z.strictObject({
  status: z.enum(['ok', 'degraded', 'down']),
  /** What `status` is derived from: searches of the last ten minutes, else the check of Telegram; `none`: the state is not known yet. */
  status_basis: z.enum(['searches', 'check', 'none']),
  /** Whether t.me can be reached; `checked_at` is null while that is unknown. */
  telegram: z.strictObject({
    state: z.enum(['unknown', 'reachable', 'unreachable']),
    checked_at: time.nullable(),
    failure: upstreamFailure.optional(),
  }),
  plugins_enabled: z.boolean(),
  plugin_count: count,
  plugins: z.array(z.string()),
  channels: z.array(z.string()),
  channels_count: count,
  auth_enabled: z.boolean(),
  version: z.string(),
})
export type HealthResponse = z.infer<typeof healthResponse>
