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
import { count, fields, named, record, text } from './schemas.ts'
import { work } from './works.ts'

/** Treats an empty list as not set. */
function unlessEmpty(entries: string[]) {
  return entries.length === 0 ? undefined : entries
}

const names = list.pipe(bounded(100)).transform(unlessEmpty).register(wireForms, listForm(100))

const searchExt = named(
  'SearchExt',
  'Advanced search options.',
  z.looseObject({
    title_en: line(0, 200)
      .transform((title) => (title === '' ? undefined : title))
      .optional()
      .describe('The English title; plugins with an English index search for it instead of `kw`.'),
    deadline_ms: integer(200, 30_000)
      .optional()
      .describe('Deadline in milliseconds; the answer contains the results received by then.'),
    health: z
      .enum(['sink', 'hide', 'ignore'], { error: 'must be one of sink, hide, ignore' })
      .optional()
      .describe('Links known to be dead: sort last (`sink`, the default), hide, or ignore health.'),
    details: flag
      .transform((isWanted) => isWanted || undefined)
      .optional()
      .describe('Add `key`, `sources`, `relevance` and `health` to each link.'),
  }),
)
const ext = jsonObject.pipe(searchExt)

const filterWords = quotedList.pipe(bounded(200)).register(wireForms, listForm(200)).default([])

const searchFilter = fields('SearchFilter', 'Words that must or must not occur in titles of links.', {
  include: filterWords.describe('The title must contain at least one of these.'),
  exclude: filterWords.describe('The title must contain none of these; takes precedence.'),
})
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
export const searchFields = fields('SearchRequest', 'A search request.', {
  kw: line(1, 200).describe('The keyword. Several words must all occur, in any order.'),
  channels: channelNames
    .transform(unlessEmpty)
    .optional()
    .describe(
      'Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Unlisted channels are allowed. With `+` before each (`%2B` in an address) they are searched besides the listed ones. Default: all listed channels.',
    ),
  plugins: names
    .optional()
    .describe('Plugins to use. Default: all enabled plugins. Unknown names are ignored with a warning.'),
  cloud_types: names
    .optional()
    .describe('Return only links to these clouds. Default: all. Unknown names are ignored with a warning.'),
  conc: conc.describe(
    'Maximum concurrent requests to sources for this search. 0 means the default, which the operator may change.',
  ),
  refresh: flag.default(false).describe('Ignore cached results and ask all sources again.'),
  res: z
    .enum(['merged_by_type', 'results', 'all', 'works', 'merge'], { error: resAllowed })
    .transform((res) => (res === 'merge' ? 'merged_by_type' : res))
    .default('merged_by_type')
    .describe(
      'The shape of `data`: links by cloud, posts, both, or links by work. `merge` is an alias of `merged_by_type`.',
    ),
  src: z
    .enum(['all', 'tg', 'plugin'], { error: srcAllowed })
    .default('all')
    .describe('What to search: channels (`tg`), plugins, or both. The parameter of the other one is ignored.'),
  ext: ext.default({}).describe('Advanced options. Unknown fields are passed to the plugins.'),
  filter: filter.optional().describe('Words that must or must not occur in titles of links.'),
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

const resultLink = record('ResultLink', 'A link of a post.', {
  type: cloudType.describe('The cloud type.'),
  url: z.string().min(1),
  password: z.string().describe('The access code; empty if there is none.'),
  work_title: z.string().optional().describe('The title of this link, if the post lists several works.'),
  datetime: time.optional().describe('When this link was posted, if different from the post.'),
})

export const resultItem = record('ResultItem', 'A post with links.', {
  message_id: z.string().describe('The id of the post at its source; may be empty.'),
  unique_id: text.describe('Identifies the post; the same in every search.'),
  channel: z.string().describe('The channel; empty for posts of plugins.'),
  datetime: time.describe('When it was posted; `0001-01-01T00:00:00Z` if unknown.'),
  title: z.string(),
  content: z.string().describe('Its text.'),
  links: z.array(resultLink),
  tags: z.array(z.string()).describe('Hashtags and categories of the post.'),
  images: z.array(z.string()).describe('Image addresses.'),
  source: z
    .string()
    .regex(/^(?:tg|plugin):./)
    .describe('Its source: `tg:` and a channel, or `plugin:` and a plugin.'),
})
export type ResultItem = z.infer<typeof resultItem>

export const warning = record('SearchWarning', 'A warning about an answer.', {
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
  source: z.string().optional().describe('The source that the warning is about.'),
  detail: z.string().describe('A description for users.'),
  reason: reason.optional(),
})
export type Warning = z.infer<typeof warning>

export const meta = record('SearchMeta', 'The completeness of an answer.', {
  complete: z
    .boolean()
    .describe('Whether every source has answered or failed. If not, repeating the search later returns more.'),
  sources: record('SearchSources', 'Number of sources by outcome.', {
    asked: count,
    answered: count,
    failed: count,
    pending: count,
  }),
  archive: z
    .strictObject({ links: count })
    .optional()
    .describe('Number of links that only the archive has. Absent without an archive.'),
  dead: z
    .int()
    .positive()
    .optional()
    .describe('Number of links known to be dead; they are last or hidden. Absent if there are none.'),
})
export type Meta = z.infer<typeof meta>

export const merged = named(
  'LinksByType',
  'Links by cloud type. Types without links are omitted.',
  z.partialRecord(cloudType, z.array(linkItem)),
)
export type MergedByType = z.infer<typeof merged>
const results = z.array(resultItem)

export const searchResponse = record('SearchResponse', 'Search results.', {
  code: z.literal(0).describe('Always 0: errors have an HTTP status.'),
  message: z.literal('success'),
  data: z
    .union([
      z.strictObject({ total: count, merged_by_type: merged }),
      z.strictObject({ total: count, results }),
      z.strictObject({ total: count, results, merged_by_type: merged }),
      z.strictObject({ total: count, works: z.array(work) }),
    ])
    .describe(
      'The results in the shape selected by `res`. `total` is the number of links, or of posts with `res=results`.',
    ),
  warnings: z.array(warning).min(1).optional().describe('Warnings about the answer; absent if there are none.'),
  meta,
})
export type SearchResponse = z.infer<typeof searchResponse>

export const upstreamFailure = record('SourceFailure', 'The failure of a source.', {
  kind: z.enum(['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']),
  detail: z.string().describe('A description for users.'),
  reason: reason.optional(),
})

export const healthResponse = record('HealthResponse', 'The default channels and plugins, and the health of search.', {
  status: z.enum(['ok', 'degraded', 'down']),
  status_basis: z
    .enum(['searches', 'check', 'none'])
    .describe(
      'What `status` is derived from: searches of the last ten minutes, else the check of Telegram; `none`: the state is not known yet.',
    ),
  telegram: z
    .strictObject({
      state: z.enum(['unknown', 'reachable', 'unreachable']),
      checked_at: time.nullable(),
      failure: upstreamFailure.optional(),
    })
    .describe('Whether t.me can be reached; `checked_at` is null while that is unknown.'),
  plugins_enabled: z.boolean(),
  plugin_count: count,
  plugins: z.array(z.string()).describe('The enabled plugins.'),
  channels: z.array(z.string()).describe('The channels searched by default.'),
  channels_count: count,
  auth_enabled: z.boolean().describe('Whether requests need a key or login.'),
  version: z.string(),
})
export type HealthResponse = z.infer<typeof healthResponse>
