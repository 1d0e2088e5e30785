// The names of what is asked and answered, as the description of the service has it.
import type { components, operations } from './wire.ts'

type Schemas = components['schemas']
type Query<Name extends 'sources' | 'list' | 'listEvents' | 'find'> = NonNullable<
  operations[Name]['parameters']['query']
>

/** Fields that need not be there may be undefined as well: whoever puts a request together need not leave them out. */
type Lenient<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] | (object extends Pick<Fields, Name> ? undefined : never)
}

/** What is searched for, and where. Only `kw` is needed. */
export type SearchRequest = Lenient<Schemas['SearchRequest']>
/** What was found: links by cloud, posts, or both, as `res` asked for; and how complete it is. */
export type SearchResponse = Schemas['SearchResponse']
/** An event of a search as it goes. */
export type SearchEvent = Exclude<Schemas['SearchEvent'], { readonly event: 'error' }>
export type LinksByType = Schemas['LinksByType']
/** A cloud: `quark`, `115`, `magnet` … */
export type CloudType = `${keyof LinksByType}`
export type LinkItem = Schemas['LinkItem']
export type ResultItem = Schemas['ResultItem']
export type SearchMeta = Schemas['SearchMeta']
export type SearchWarning = Schemas['SearchWarning']
/** What can be searched. */
export type HealthResponse = Schemas['HealthResponse']

/** A link to be checked. */
export type CheckItem = Lenient<Schemas['CheckItem']>
export type CheckResult = Schemas['CheckResult']
export type CheckResponse = Schemas['CheckResponse']

/** Which hot lists are wanted. */
export type SourcesQuery = Lenient<Query<'sources'>>
export type SourcesAnswer = Schemas['SourcesAnswer']
/** A hot list: what it is called and where it is from. */
export type HotSource = Schemas['HotSource']
/** How a list is wanted: asked anew, and how many of its items. */
export type ListQuery = Lenient<Query<'list'>>
export type SourceAnswer = Schemas['SourceAnswer']
export type HotItem = Schemas['HotItem']
export type BatchAnswer = Schemas['BatchAnswer']
export type BatchResult = Schemas['BatchResult']
/** How lists are told as they come. */
export type ListEventsQuery = Lenient<Omit<Query<'listEvents'>, 'sources'>>
export type StreamMessage = Schemas['StreamMessage']
/** The words that are looked for in hot lists. */
export type FindQuery = Lenient<Query<'find'>>
export type FindAnswer = Schemas['FindAnswer']
export type FoundItem = Schemas['FoundItem']

/** Which Trawl it is. */
export type LatestAnswer = Schemas['VersionAnswer']
/** How the service and each of its sources are doing. */
export type StatusAnswer = Schemas['StatusAnswer']
/** The token of a login, and until when it counts, in seconds since 1970. */
export type LoginResponse = Schemas['LoginResponse']
