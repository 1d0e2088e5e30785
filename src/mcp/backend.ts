// The backend interface of the tools: implemented inside the service and over the HTTP client.
import type { z } from 'zod'
import type {
  CheckItem,
  FindQuery,
  HistoryQuery,
  SearchRequest,
  SourcesQuery,
  SuggestQuery,
  TrendsQuery,
} from '../../client/client.ts'
import type { CheckResponse } from '../contract/check.ts'
import type { hotListAnswers } from '../contract/hotlist.ts'
import type { FindAnswer } from '../contract/hotlist-find.ts'
import type { HistoryAnswer, ListAtAnswer } from '../contract/hotlist-history.ts'
import type { TrendsAnswer } from '../contract/hotlist-trends.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { streamEvents } from '../contract/search-events.ts'
import type { Suggestion } from '../contract/suggest.ts'

/** Deeply read-only. */
type DeepReadonly<Value> = Value extends object ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> } : Value

type WithoutEnvelope<Answer> = Answer extends unknown ? Omit<Answer, 'apiVersion' | 'timestamp'> : never

type Events = typeof streamEvents

export type BackendEvent = {
  readonly [Name in keyof Events]: { readonly event: Name; readonly data: DeepReadonly<z.output<Events[Name]>> }
}[keyof Events]

export type SearchEnd = Extract<BackendEvent, { event: 'end' }>['data']
export type SearchWarning = NonNullable<SearchEnd['warnings']>[number]

type Answer<Name extends keyof typeof hotListAnswers> = DeepReadonly<z.output<(typeof hotListAnswers)[Name]>>
export type BatchResults = Pick<Answer<'batch'>, 'results' | 'invalidSources'>
export type ListResult = BatchResults['results'][number]
export type SourcesResult = Pick<Answer<'sources'>, 'sources'>
export type CheckResults = DeepReadonly<CheckResponse['results']>
export type FindResult = DeepReadonly<Omit<FindAnswer, 'apiVersion' | 'timestamp'>>
export type TrendsResult = DeepReadonly<Pick<TrendsAnswer, 'stories' | 'total'>>
export type HistoryResult = WithoutEnvelope<DeepReadonly<HistoryAnswer>>
export type ListAtResult = WithoutEnvelope<DeepReadonly<ListAtAnswer>>
export type SearchableSources = DeepReadonly<Pick<HealthResponse, 'channels' | 'plugins'>>

/** What the tools need from the service. Methods reject when the service refuses or cannot be reached; `signal` cancels a call. */
export interface ToolBackend {
  search(query: SearchRequest, signal: AbortSignal): AsyncIterable<BackendEvent>
  /** Suggests titles that the service knows, best first. */
  suggest(query: SuggestQuery, signal: AbortSignal): Promise<readonly Pick<Suggestion, 'title'>[]>
  /** Returns hot lists in the order of the ids. */
  lists(
    ids: readonly string[],
    options: { readonly limit: number; readonly force: boolean },
    signal: AbortSignal,
  ): Promise<BatchResults>
  sources(query: SourcesQuery, signal: AbortSignal): Promise<SourcesResult>
  searchable(signal: AbortSignal): Promise<SearchableSources>
  find(query: FindQuery, signal: AbortSignal): Promise<FindResult>
  trends(query: TrendsQuery, signal: AbortSignal): Promise<TrendsResult>
  /** Returns the items of a span of a list's history. */
  history(id: string, query: HistoryQuery, signal: AbortSignal): Promise<HistoryResult>
  /** Returns a list as it stood at a time. */
  listAt(id: string, time: string, signal: AbortSignal): Promise<ListAtResult>
  /** Checks links; the results are in the order of `items`. */
  check(items: readonly CheckItem[], signal: AbortSignal): Promise<CheckResults>
  /** The message of an expected error: what was refused and why, or why the service is unreachable. Undefined for a bug. */
  userMessage(error: unknown): string | undefined
}
