// Names for the request and response types of the API description.
import type { components, operations } from './wire-types.ts'

type Schemas = components['schemas']
type Query<Name extends 'sources' | 'list' | 'listEvents' | 'find' | 'history' | 'trends' | 'risers' | 'suggest'> =
  NonNullable<operations[Name]['parameters']['query']>

/** Allows `undefined` for optional fields, so that callers need not leave them out. */
type Lenient<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] | (object extends Pick<Fields, Name> ? undefined : never)
}

/** A search request. Only `kw` is required. */
export type SearchRequest = Lenient<Schemas['SearchRequest']>
/** A search result: links by cloud, posts, both, or works, as `res` selects; and whether it is complete. */
export type SearchResponse = Schemas['SearchResponse']
/** The result of a request: with `res: 'works'` its data are works. */
export type SearchResponseTo<Request> = Request extends { readonly res: 'works' }
  ? SearchResponse & { readonly data: Extract<SearchResponse['data'], { readonly works: unknown }> }
  : SearchResponse
/** An event of a streamed search. */
export type SearchEvent = Exclude<Schemas['SearchEvent'], { readonly event: 'error' }>
export type LinksByType = Schemas['LinksByType']
/** A cloud: `quark`, `115`, `magnet` … */
export type CloudType = `${keyof LinksByType}`
export type LinkItem = Schemas['LinkItem']
/** A work: what people look for, with all links to it. */
export type Work = Schemas['Work']
/** A work with all its links in the archive. */
export type WorkResponse = Schemas['WorkResponse']
export type WorkLink = Lenient<Schemas['WorkLink']>
/** A work of a stream, with its links so far. */
export type StreamWork = Omit<Schemas['StreamWork'], 'links'> & { readonly links: readonly StreamWorkLink[] }
export type StreamWorkLink = Lenient<Schemas['StreamWorkLink']>
export type ResultItem = Schemas['ResultItem']
export type SearchMeta = Schemas['SearchMeta']
export type SearchWarning = Schemas['SearchWarning']
/** The searchable channels and plugins. */
export type HealthResponse = Schemas['HealthResponse']

/** A link to check. */
export type CheckItem = Lenient<Schemas['CheckItem']>
export type CheckResult = Schemas['CheckResult']
export type CheckResponse = Schemas['CheckResponse']

/** Filters for the list of hot lists. */
export type SourcesQuery = Lenient<Query<'sources'>>
export type SourcesAnswer = Schemas['SourcesAnswer']
/** The description of a hot list. */
export type HotSource = Schemas['HotSource']
/** Options for a list: bypass the cache, and number of items. */
export type ListQuery = Lenient<Query<'list'>>
export type SourceAnswer = Schemas['SourceAnswer']
export type HotItem = Schemas['HotItem']
export type BatchAnswer = Schemas['BatchAnswer']
export type BatchResult = Schemas['BatchResult']
/** Options for streamed lists. */
export type ListEventsQuery = Lenient<Omit<Query<'listEvents'>, 'sources'>>
export type StreamMessage = Schemas['StreamMessage']
/** A search in hot lists. */
export type FindQuery = Lenient<Query<'find'>>
export type FindAnswer = Schemas['FindAnswer']
export type FoundItem = Schemas['FoundItem']
/** Options for the history of a list: an item, and a span. */
export type HistoryQuery = Lenient<Query<'history'>>
/** With an item its points, else the items of the span. */
export type HistoryAnswer = Schemas['HistoryAnswer']
/** A list as it stood. */
export type ListAtAnswer = Schemas['ListAtAnswer']
/** The items that appeared in a list, left or moved. */
export type ListChangesAnswer = Schemas['ListChangesAnswer']
/** Options for stories: a window, columns, and their number. */
export type TrendsQuery = Lenient<Query<'trends'>>
export type TrendsAnswer = Schemas['TrendsAnswer']
export type TrendStory = Schemas['TrendStory']
/** Options for the fastest risers. */
export type RisersQuery = Lenient<Query<'risers'>>
export type RisersAnswer = Schemas['RisersAnswer']
export type Riser = Schemas['Riser']

/** A part of a title. */
export type SuggestQuery = Lenient<Omit<Query<'suggest'>, 'format'>>
/** Titles of works, best first. */
export type SuggestAnswer = Schemas['SuggestAnswer']

/** The version of a server. */
export type LatestAnswer = Schemas['VersionAnswer']
/** The state of the service and of each source. */
export type StatusAnswer = Schemas['StatusAnswer']
/** A login token and its expiry, in seconds since 1970. */
export type LoginResponse = Schemas['LoginResponse']
