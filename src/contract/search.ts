// The wire of the search service: what a request may say and what the answers look like.
import { z } from 'zod'
import { channelNames } from './channel-name.ts'
import { bounded, flag, integer, jsonObject, line, list, listForm, phrases, wireForms, withoutUnset } from './fields.ts'

/** Every cloud type of the contract, in the order in which `merged_by_type` lists them. */
export const cloudTypes = [
  'baidu',
  'aliyun',
  'quark',
  'guangya',
  'tianyi',
  'uc',
  'mobile',
  '115',
  'pikpak',
  'xunlei',
  '123',
  'magnet',
  'ed2k',
  'others',
] as const

/** One of the contract's cloud types. */
export type CloudType = (typeof cloudTypes)[number]

/** An empty list means the same as none. */
function unlessEmpty(entries: string[]) {
  return entries.length === 0 ? undefined : entries
}

const names = list.pipe(bounded(100)).transform(unlessEmpty).register(wireForms, listForm(100))

/** What `ext` may hold; what it does not name is handed to plugins. */
export const searchExt = z.looseObject({
  title_en: line(0, 200)
    .transform((title) => (title === '' ? undefined : title))
    .optional(),
  deadline_ms: integer(200, 30_000).optional(),
  health: z.enum(['sink', 'hide', 'ignore'], { error: 'must be one of sink, hide, ignore' }).optional(),
  details: flag.transform((isWanted) => isWanted || undefined).optional(),
})
const ext = jsonObject.pipe(searchExt)

const filterWords = phrases.pipe(bounded(200)).register(wireForms, listForm(200)).default([])

/** What `filter` may hold. */
export const searchFilter = z.object({ include: filterWords, exclude: filterWords })
const filter = jsonObject
  .pipe(searchFilter)
  .transform((words) => (words.include.length + words.exclude.length === 0 ? undefined : words))

const resAllowed = 'must be one of merged_by_type (or merge), results, all'
const srcAllowed = 'must be one of all, tg, plugin'

/** Without it the operator's default holds. In a query `10.0` is a text, and a whole number all the same. */
const conc = z
  .preprocess((sent) => (typeof sent === 'string' ? sent.replace(/\.0{1,15}\s*$/, '') : sent), integer(1, 256))
  .optional()
  .register(wireForms, { type: 'integer', minimum: 1, maximum: 256, default: 10 })

/** The fields of a search, before what `src` makes idle is left out. */
export const searchFields = z.object({
  kw: line(1, 200),
  channels: channelNames.transform(unlessEmpty).optional(),
  plugins: names.optional(),
  cloud_types: names.optional(),
  conc,
  refresh: flag.default(false),
  res: z
    .enum(['merged_by_type', 'results', 'all', 'merge'], { error: resAllowed })
    .transform((res) => (res === 'merge' ? 'merged_by_type' : res))
    .default('merged_by_type'),
  src: z.enum(['all', 'tg', 'plugin'], { error: srcAllowed }).default('all'),
  ext: ext.default({}),
  filter: filter.optional(),
})

/** The names of all parameters of a search. */
export const searchParameters: readonly string[] = Object.keys(searchFields.shape)

/** Fields without those that are not set, among them a `conc` of 0. */
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

/** `src=tg` ignores `plugins` and `src=plugin` ignores `channels`: what they hold is not looked at, as long as it is a list. */
function withoutIgnored(bag: unknown): unknown {
  const { data } = lists.safeParse(bag)
  if (data?.src === 'tg' && list.safeParse(data.plugins).success) return { ...data, plugins: undefined }
  if (data?.src === 'plugin' && list.safeParse(data.channels).success) return { ...data, channels: undefined }
  return bag
}

/**
 * A search request, from the fields of a query or of a body as they came. A field that is null or empty is absent, as is a `conc` of 0
 * (without it the operator's default holds); channel names are bare and each once; `merge` has become `merged_by_type`; an unknown plugin or cloud type is left for the search to say.
 */
export const searchRequest = z.preprocess((bag) => withoutIgnored(withoutZeroValues(bag)), searchFields)
export type SearchRequest = z.output<typeof searchRequest>

const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/)
const count = z.int().nonnegative()
const cloudType = z.enum(cloudTypes)

const millis = z.int().nonnegative()

/** How a share was found to be, when, and until when that may be believed without asking again; in epoch milliseconds. */
export const linkHealth = z.strictObject({
  state: z.enum(['ok', 'bad', 'locked']),
  checkedAt: millis,
  expiresAt: millis,
})

/** A link of `merged_by_type`, as answers have it. */
export const linkItem = z.strictObject({
  url: z.string().min(1),
  password: z.string(),
  note: z.string(),
  datetime: time,
  source: z.string().regex(/^(?:tg|plugin):./),
  images: z.array(z.string()),
  // From here on only where `ext.details` asks for it.
  /** The same for a share however its address is spelled. */
  key: z.string().min(1).optional(),
  /** Every source that has it, `source` first. */
  sources: z.array(z.string()).min(1).optional(),
  /** Is what was searched for in its title, or in the text around it only? */
  relevance: z.enum(['title', 'text']).optional(),
  /** Absent when nothing is known. */
  health: linkHealth.optional(),
})
/** A link of `merged_by_type`. `note` is its title, `source` the source that had it first. */
export type LinkItem = z.infer<typeof linkItem>

/** A link of a post. */
export const resultLink = z.strictObject({
  type: cloudType,
  url: z.string().min(1),
  password: z.string(),
  work_title: z.string().optional(),
  datetime: time.optional(),
})

/** A post of `results`, as answers have it. */
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

/** Something the caller should know, as answers have it. */
export const warning = z.strictObject({
  kind: z.enum([
    'unknown_plugin',
    'unknown_cloud_type',
    'blocked_channel',
    'source_failed',
    'source_partial',
    'deadline_reached',
    'kept_answers',
    'answer_too_large',
    'no_sources',
  ]),
  source: z.string().optional(),
  detail: z.string(),
})
/** Something the caller should know about an answer. */
export type Warning = z.infer<typeof warning>

/** How complete an answer is, as answers have it. */
export const meta = z.strictObject({
  complete: z.boolean(),
  sources: z.strictObject({ asked: count, answered: count, failed: count, pending: count }),
  /** Of the links answered: those that no source gave this time. Absent where there is no archive. */
  archive: z.strictObject({ links: count }).optional(),
  /** Links known to be dead: at the end, or left out, as `ext.health` has it. Absent when there are none. */
  dead: z.int().positive().optional(),
})
/** How complete an answer is, and what else is to be known of its links. */
export type Meta = z.infer<typeof meta>

/** Links by cloud type, as answers have them. */
export const merged = z.partialRecord(cloudType, z.array(linkItem))
/** Links by cloud type. */
export type MergedByType = z.infer<typeof merged>
const results = z.array(resultItem)

/** A search's answer; `data` has the one of three shapes that `res` asked for. */
export const searchResponse = z.strictObject({
  code: z.literal(0),
  message: z.literal('success'),
  data: z.union([
    z.strictObject({ total: count, merged_by_type: merged }),
    z.strictObject({ total: count, results }),
    z.strictObject({ total: count, results, merged_by_type: merged }),
  ]),
  warnings: z.array(warning).min(1).optional(),
  meta,
})
export type SearchResponse = z.infer<typeof searchResponse>

/** Why a source failed. */
export const failure = z.strictObject({
  kind: z.enum(['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']),
  detail: z.string(),
})

/** The data of each event of the stream, by its name. */
export const streamEvents = {
  start: z.strictObject({ sources: z.array(z.string()), warnings: z.array(warning).min(1).optional() }),
  source: z.strictObject({
    source: z.string(),
    state: z.enum(['fresh', 'cached', 'stale', 'failed', 'pending']),
    took_ms: count,
    count,
    failure: failure.optional(),
  }),
  links: z.strictObject({
    merged_by_type: merged,
    replaced: z.array(z.string()).min(1).optional(),
    /** They come from the archive: no source has given them in this search so far. */
    archive: z.literal(true).optional(),
  }),
  results: z.strictObject({ results: results.min(1) }),
  end: z.strictObject({ ...meta.shape, took_ms: count, warnings: z.array(warning).min(1).optional() }),
}
export type StreamStart = z.infer<typeof streamEvents.start>
export type StreamSource = z.infer<typeof streamEvents.source>
export type StreamEnd = z.infer<typeof streamEvents.end>

/** What can be searched; a bare object. */
export const healthResponse = z.strictObject({
  status: z.enum(['ok', 'degraded', 'down']),
  plugins_enabled: z.boolean(),
  plugin_count: count,
  plugins: z.array(z.string()),
  channels: z.array(z.string()),
  channels_count: count,
  auth_enabled: z.boolean(),
  version: z.string(),
})
export type HealthResponse = z.infer<typeof healthResponse>
