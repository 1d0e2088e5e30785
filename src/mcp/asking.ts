// The backend interface of the tools: implemented inside the service and over the HTTP client.
import type { z } from 'zod'
import type { CheckResponse } from '../contract/check.ts'
import type { columns, hotListAnswers } from '../contract/hotlist.ts'
import type { FindAnswer } from '../contract/hotlist-find.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { streamEvents } from '../contract/search-events.ts'

/** Deeply read-only. */
type Told<Value> = Value extends object ? { readonly [Name in keyof Value]: Told<Value[Name]> } : Value

type Events = typeof streamEvents

/** A search event, named as on the wire. */
export type SearchEvent = {
  readonly [Name in keyof Events]: { readonly event: Name; readonly data: Told<z.output<Events[Name]>> }
}[keyof Events]

export type SearchEnd = Extract<SearchEvent, { event: 'end' }>['data']
export type SearchWarning = NonNullable<SearchEnd['warnings']>[number]

/** A search request, with the field names of the contract. */
export interface WantedSearch {
  readonly kw: string
  readonly channels?: readonly string[]
  readonly plugins?: readonly string[]
  readonly src?: 'all' | 'tg' | 'plugin'
  readonly cloud_types?: readonly string[]
  readonly filter?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] }
  readonly refresh?: boolean
  readonly ext?: Readonly<Record<string, unknown>>
}

export type Column = (typeof columns)[number]

/** A filter for hot lists. */
export interface WantedSources {
  readonly column?: readonly Column[]
  readonly type?: readonly ('hottest' | 'realtime')[]
}

/** A search within hot lists. */
export interface WantedWords {
  readonly q: string
  readonly limit: number
  readonly column?: readonly Column[]
}

/** A link to check. */
export interface WantedCheck {
  readonly url: string
  readonly password?: string
}

type Answer<Name extends keyof typeof hotListAnswers> = Told<z.output<(typeof hotListAnswers)[Name]>>
export type BatchAnswer = Pick<Answer<'batch'>, 'results' | 'invalidSources'>
/** The result for one list. */
export type ListAnswer = BatchAnswer['results'][number]
export type SourcesAnswer = Pick<Answer<'sources'>, 'sources'>
export type CheckResults = Told<CheckResponse['results']>
export type FoundAnswer = Told<Omit<FindAnswer, 'apiVersion' | 'timestamp'>>
export type Searchable = Told<Pick<HealthResponse, 'channels' | 'plugins'>>

/** What the tools need from the service. Methods reject when the service refuses or cannot be reached; `signal` cancels a call. */
export interface Asking {
  /** Searches; yields events as they arrive. */
  search(wanted: WantedSearch, signal: AbortSignal): AsyncIterable<SearchEvent>
  /** Returns hot lists in the order of the ids. */
  lists(
    ids: readonly string[],
    want: { readonly limit: number; readonly force: boolean },
    signal: AbortSignal,
  ): Promise<BatchAnswer>
  /** Returns the available hot lists. */
  sources(wanted: WantedSources, signal: AbortSignal): Promise<SourcesAnswer>
  /** Returns the channels and plugins that a search covers. */
  searchable(signal: AbortSignal): Promise<Searchable>
  /** Finds words in hot lists. */
  find(wanted: WantedWords, signal: AbortSignal): Promise<FoundAnswer>
  /** Checks links; the results are in the order of `items`. */
  check(items: readonly WantedCheck[], signal: AbortSignal): Promise<CheckResults>
  /** The message of an expected error: what was refused and why, or why the service is unreachable. Undefined for a bug. */
  reasonOf(error: unknown): string | undefined
}
