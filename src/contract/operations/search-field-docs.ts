// Descriptions of the fields of search requests and answers.
import { z } from 'zod'
import { fields, named, namedWhole } from '../operation.ts'
import {
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
  warning,
} from '../search.ts'
import { failure, streamEvents } from '../search-events.ts'

/** The fields of a search request. */
export const searchFieldDocs = fields('SearchRequest', searchFields, 'A search request.', {
  kw: 'The keyword. Several words must all occur, in any order.',
  channels:
    'Telegram channels to search: `name`, `@name`, `t.me/name` or `https://t.me/s/name`. Unlisted channels are allowed. Default: all listed channels.',
  plugins: 'Plugins to use. Default: all enabled plugins. Unknown names are ignored with a warning.',
  cloud_types: 'Return only links to these clouds. Default: all. Unknown names are ignored with a warning.',
  conc: 'Maximum concurrent requests to sources for this search. 0 means the default, which the operator may change.',
  refresh: 'Ignore cached results and ask all sources again.',
  res: 'The shape of `data`: links by cloud, posts, or both. `merge` is an alias of `merged_by_type`.',
  src: 'What to search: channels (`tg`), plugins, or both. The parameter of the other one is ignored.',
  ext: 'Advanced options. Unknown fields are passed to the plugins.',
  filter: 'Words that must or must not occur in titles of links.',
})

const allTypes = 'Links by cloud type. Types without links are omitted.'

/** Schema of the stream events with their data. */
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

/** The named schemas of searches. */
export const searchNames = [
  searchFieldDocs,
  fields('SearchExt', searchExt, 'Advanced search options.', {
    title_en: 'The English title; plugins with an English index search for it instead of `kw`.',
    deadline_ms: 'Deadline in milliseconds; the answer contains the results received by then.',
    health: 'Links known to be dead: sort last (`sink`, the default), hide, or ignore health.',
    details: 'Add `key`, `sources`, `relevance` and `health` to each link.',
  }),
  fields('SearchFilter', searchFilter, 'Words that must or must not occur in titles of links.', {
    include: 'The title must contain at least one of these.',
    exclude: 'The title must contain none of these; takes precedence.',
  }),
  named('SearchResponse', searchResponse, 'Search results.', {
    code: 'Always 0: errors have an HTTP status.',
    data: 'The results in the shape selected by `res`. `total` is the number of links, or of posts with `res=results`.',
    warnings: 'Warnings about the answer; absent if there are none.',
  }),
  namedWhole('LinksByType', merged, allTypes),
  named('LinkItem', linkItem, 'A share. Links to the same share from several sources are merged.', {
    url: 'Its address, including the access code if the cloud supports that.',
    password: 'The access code; empty if there is none.',
    note: 'Its title.',
    datetime: 'When it was posted; `0001-01-01T00:00:00Z` if unknown.',
    source: 'The source of the oldest post with it: `tg:` and a channel, or `plugin:` and a plugin.',
    images: 'Image addresses.',
    key: 'Identifies the share, whatever the spelling of its address.',
    sources: 'All sources that have it, `source` first.',
    relevance: 'Where the keyword was found: in the title, or only in the surrounding text.',
    health: 'The result of its last check; absent if it was never checked.',
  }),
  named('LinkHealth', linkHealth, 'The result of a link check.', {
    state: 'Available (`ok`), gone (`bad`), or available with a missing or wrong access code (`locked`).',
    checkedAt: 'When it was checked, in epoch milliseconds.',
    expiresAt: 'When the result expires, in epoch milliseconds.',
  }),
  named('ResultItem', resultItem, 'A post with links.', {
    message_id: 'The id of the post at its source; may be empty.',
    unique_id: 'Identifies the post; the same in every search.',
    channel: 'The channel; empty for posts of plugins.',
    datetime: 'When it was posted; `0001-01-01T00:00:00Z` if unknown.',
    content: 'Its text.',
    tags: 'Hashtags and categories of the post.',
    images: 'Image addresses.',
    source: 'Its source: `tg:` and a channel, or `plugin:` and a plugin.',
  }),
  named('ResultLink', resultLink, 'A link of a post.', {
    type: 'The cloud type.',
    password: 'The access code; empty if there is none.',
    work_title: 'The title of this link, if the post lists several works.',
    datetime: 'When this link was posted, if different from the post.',
  }),
  named('SearchWarning', warning, 'A warning about an answer.', {
    source: 'The source that the warning is about.',
    detail: 'A description for users.',
  }),
  named('SearchMeta', meta, 'The completeness of an answer.', {
    complete: 'Whether every source has answered or failed. If not, repeating the search later returns more.',
    dead: 'Number of links known to be dead; they are last or hidden. Absent if there are none.',
    archive: 'Number of links that only the archive has. Absent without an archive.',
  }),
  named('SearchSources', meta.shape.sources, 'Number of sources by outcome.'),
  namedWhole('SearchEvent', searchEvent, 'An event of a search: its name, and its data as JSON.'),
  named('SearchStart', streamEvents.start, 'The search has started.', {
    sources: 'The ids of all sources that are asked.',
  }),
  named('SearchSource', streamEvents.source, 'A source has answered, failed, or is pending at the deadline.', {
    source: 'Its id.',
    took_ms: 'Duration in milliseconds.',
    count: 'Number of links found.',
  }),
  named('SearchLinks', streamEvents.links, 'New or changed links.', {
    merged_by_type: allTypes,
    replaced: 'Addresses sent earlier that these links replace.',
    archive: 'Set for links from the archive that no source has returned in this search so far.',
  }),
  named('SearchResults', streamEvents.results, 'New posts.'),
  named('SearchEnd', streamEvents.end, 'The last event.', {
    took_ms: 'Duration in milliseconds.',
    complete: 'Whether every source has answered or failed.',
  }),
  named('SourceFailure', failure, 'The failure of a source.', { detail: 'A description for users.' }),
  named('HealthResponse', healthResponse, 'The default channels and plugins, and the health of search.', {
    auth_enabled: 'Whether requests need a key or login.',
    channels: 'The channels searched by default.',
    plugins: 'The enabled plugins.',
  }),
]
