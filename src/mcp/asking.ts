// The port of the tools: what they ask the service for, whether they run inside it or ask one over the wire.
import type { z } from 'zod'
import type { CheckResponse } from '../contract/check.ts'
import type { columns, hotListAnswers } from '../contract/hotlist.ts'
import type { FindAnswer } from '../contract/hotlist-find.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { streamEvents } from '../contract/search-events.ts'

/** What is read and never written. */
type Told<Value> = Value extends object ? { readonly [Name in keyof Value]: Told<Value[Name]> } : Value

type Events = typeof streamEvents

/** An event of a search as it goes, named as on the wire. */
export type SearchEvent = {
  readonly [Name in keyof Events]: { readonly event: Name; readonly data: Told<z.output<Events[Name]>> }
}[keyof Events]

export type SearchEnd = Extract<SearchEvent, { event: 'end' }>['data']
export type SearchWarning = NonNullable<SearchEnd['warnings']>[number]

/** A search, in the words of the contract. */
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

/** Which hot lists are wanted. */
export interface WantedSources {
  readonly column?: readonly Column[]
  readonly type?: readonly ('hottest' | 'realtime')[]
}

/** Words to be found in hot lists. */
export interface WantedWords {
  readonly q: string
  readonly limit: number
  readonly column?: readonly Column[]
}

/** A link to be checked. */
export interface WantedCheck {
  readonly url: string
  readonly password?: string
}

type Answer<Name extends keyof typeof hotListAnswers> = Told<z.output<(typeof hotListAnswers)[Name]>>
export type BatchAnswer = Pick<Answer<'batch'>, 'results' | 'invalidSources'>
/** What became of one list. */
export type ListAnswer = BatchAnswer['results'][number]
export type SourcesAnswer = Pick<Answer<'sources'>, 'sources'>
export type CheckResults = Told<CheckResponse['results']>
export type FoundAnswer = Told<Omit<FindAnswer, 'apiVersion' | 'timestamp'>>
export type Searchable = Told<Pick<HealthResponse, 'channels' | 'plugins'>>

/** What the tools ask for. Each rejects when the service refuses or cannot be asked; `signal` aborts when nobody waits any more. */
export interface Asking {
  /** Searches, event by event. */
  search(wanted: WantedSearch, signal: AbortSignal): AsyncIterable<SearchEvent>
  /** Hot lists, in the order of the ids. */
  lists(
    ids: readonly string[],
    want: { readonly limit: number; readonly force: boolean },
    signal: AbortSignal,
  ): Promise<BatchAnswer>
  /** The hot lists there are. */
  sources(wanted: WantedSources, signal: AbortSignal): Promise<SourcesAnswer>
  /** What is searched. */
  searchable(signal: AbortSignal): Promise<Searchable>
  /** Words found in hot lists. */
  find(wanted: WantedWords, signal: AbortSignal): Promise<FoundAnswer>
  /** Whether links are still there, in their order. */
  check(items: readonly WantedCheck[], signal: AbortSignal): Promise<CheckResults>
  /** The sentence of an error that is no bug: what was refused and why, or why nobody could be asked; else undefined. */
  reasonOf(error: unknown): string | undefined
}
