// What the fields of searches mean, requests and answers.
import { z } from 'zod'
import { fields, named, namedWhole } from '../operation.ts'
import {
  failure,
  healthResponse,
  linkHealth,
  linkItem,
  merged,
  meta,
  resultItem,
  resultLink,
  searchExt,
  searchFields,
  searchFilter,
  searchResponse,
  streamEvents,
  warning,
} from '../search.ts'

/** A search as it is asked for. */
export const searchFieldsTold = fields('SearchRequest', searchFields, 'What is searched for, where, and how.', {
  kw: 'What is searched for. Several words must all occur, in any order.',
  channels:
    'Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Any channel may be named, listed or not. Default: all that the service knows.',
  plugins: 'Plugins to use. Default: all that are on. Unknown names are left out, with a warning.',
  cloud_types: 'Only links to these clouds. Default: all. Unknown names are left out, with a warning.',
  conc: 'How many requests to sources this search has in flight at once. 0 means the default, of which the operator may set another.',
  refresh: 'Ask all sources anew, whatever is kept of them.',
  res: 'Which shape `data` has: links by cloud, posts, or both. `merge` means `merged_by_type`.',
  src: 'Where to search: channels (`tg`), plugins, or both. What the other one names is ignored.',
  ext: 'What few need. Fields that are not named here are handed to the plugins.',
  filter: 'Words that titles of links must or must not have.',
})

const allTypes = 'Links by cloud type. Types without links are not there.'

/** The events of the stream, each with its data. */
export const searchEvent = z.union([
  z.strictObject({ event: z.literal('start'), data: streamEvents.start }),
  z.strictObject({ event: z.literal('source'), data: streamEvents.source }),
  z.strictObject({ event: z.literal('links'), data: streamEvents.links }),
  z.strictObject({ event: z.literal('results'), data: streamEvents.results }),
  z.strictObject({ event: z.literal('end'), data: streamEvents.end }),
  z.strictObject({
    event: z.literal('error'),
    data: z.strictObject({ code: z.literal(500), message: z.string().min(1) }),
  }),
])

/** What the description knows by name of searches. */
export const searchNames = [
  searchFieldsTold,
  fields('SearchExt', searchExt, 'What few need of a search.', {
    title_en: 'The English title; plugins that search in English look for it instead of `kw`.',
    deadline_ms: 'Answer after so many milliseconds at the latest, with what has come by then.',
    health: 'Links known to be dead: put at the end (`sink`, the default), left out, or treated as any other.',
    details: 'Tell more of each link: `key`, `sources`, `relevance` and `health`.',
  }),
  fields('SearchFilter', searchFilter, 'Words that titles of links must or must not have.', {
    include: 'A link needs one of these.',
    exclude: 'A link must have none of these; this one wins.',
  }),
  named('SearchResponse', searchResponse, 'What was found.', {
    code: 'Always 0: errors have a status of their own.',
    data: 'What was found, in the shape that `res` asked for. `total` counts the links, or the posts where there are only posts.',
    warnings: 'What the caller should know; absent when there is nothing.',
  }),
  namedWhole('LinksByType', merged, allTypes),
  named('LinkItem', linkItem, 'A share, each once, however many sources have it.', {
    url: 'Where it is, with the access code where the cloud takes it there.',
    password: 'The access code; empty when there is none.',
    note: 'Its title.',
    datetime: 'When it was posted; `0001-01-01T00:00:00Z` when nobody knows.',
    source: 'Who had it first: `tg:` and a channel, or `plugin:` and a plugin.',
    images: 'Addresses of pictures.',
    key: 'The same for a share however its address is spelled.',
    sources: 'Every source that has it, `source` first.',
    relevance: 'Is what was searched for in its title, or in the text around it only?',
    health: 'How it was when it was last checked; absent when it never was.',
  }),
  named('LinkHealth', linkHealth, 'How a share was found to be.', {
    state: 'There (`ok`), gone (`bad`), or there behind an access code that was not known.',
    checkedAt: 'When, in epoch milliseconds.',
    expiresAt: 'Until when that may be believed, in epoch milliseconds.',
  }),
  named('ResultItem', resultItem, 'A post with links.', {
    message_id: "The source's own id of it; may be empty.",
    unique_id: 'The same in every search.',
    channel: 'The channel; empty for what a plugin found.',
    datetime: 'When it was posted; `0001-01-01T00:00:00Z` when nobody knows.',
    content: 'Its text.',
    tags: 'Hashtags, and the categories that the site puts it in.',
    images: 'Addresses of pictures.',
    source: 'Who has it: `tg:` and a channel, or `plugin:` and a plugin.',
  }),
  named('ResultLink', resultLink, 'A link of a post.', {
    type: 'Which cloud it is at.',
    password: 'The access code; empty when there is none.',
    work_title: 'The title that belongs to this link, where a post has several.',
    datetime: 'When this link was posted, where that differs.',
  }),
  named('SearchWarning', warning, 'Something the caller should know about an answer.', {
    source: 'The source it is about.',
    detail: 'A sentence for people.',
  }),
  named('SearchMeta', meta, 'How complete an answer is.', {
    complete: 'Had every source answered or failed? If not, the same search asked again later has more.',
    dead: 'How many links are known to be dead: at the end, or left out. Absent when there are none.',
    archive: 'Of the links answered: those that no source gave this time. Absent where nothing is archived.',
  }),
  named('SearchSources', meta.shape.sources, 'How many sources were asked, and how that went.'),
  namedWhole('SearchEvent', searchEvent, 'An event of a search: its name, and its data as JSON.'),
  named('SearchStart', streamEvents.start, 'The search has begun.', {
    sources: 'The ids of all sources that are asked.',
  }),
  named('SearchSource', streamEvents.source, 'A source has answered, failed, or was not waited for.', {
    source: 'Its id.',
    took_ms: 'How long it took, in milliseconds.',
    count: 'How many posts it gave.',
  }),
  named('SearchLinks', streamEvents.links, 'Links that are new, or better known than before.', {
    merged_by_type: allTypes,
    replaced: 'Addresses told earlier that these links replace.',
    archive: 'They come from the archive: no source has given them in this search so far.',
  }),
  named('SearchResults', streamEvents.results, 'Posts that are new.'),
  named('SearchEnd', streamEvents.end, 'The search is over; the last event.', {
    took_ms: 'How long it took, in milliseconds.',
    complete: 'Had every source answered or failed?',
  }),
  named('SourceFailure', failure, 'Why a source failed.', { detail: 'A sentence for people.' }),
  named('HealthResponse', healthResponse, 'What can be searched.', {
    auth_enabled: 'Do people have to log in?',
    channels: 'The channels that are searched when a request names none.',
    plugins: 'The plugins that are on.',
  }),
]
