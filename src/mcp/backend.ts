// The backend interface of the tools: implemented inside the service and over the HTTP client.
import type { z } from 'zod'
import type { CheckItem, FindQuery, SearchRequest, SourcesQuery } from '../../client/client.ts'
import type { CheckResponse } from '../contract/check.ts'
import type { hotListAnswers } from '../contract/hotlist.ts'
import type { FindAnswer } from '../contract/hotlist-find.ts'
import type { HealthResponse } from '../contract/search.ts'
import type { streamEvents } from '../contract/search-events.ts'

/** Deeply read-only. */
type DeepReadonly<Value> = Value extends object ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> } : Value

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
export type SearchableSources = DeepReadonly<Pick<HealthResponse, 'channels' | 'plugins'>>

/** What the tools need from the service. Methods reject when the service refuses or cannot be reached; `signal` cancels a call. */
export interface ToolBackend {
  search(query: SearchRequest, signal: AbortSignal): AsyncIterable<BackendEvent>
  /** Returns hot lists in the order of the ids. */
  lists(
    ids: readonly string[],
    options: { readonly limit: number; readonly force: boolean },
    signal: AbortSignal,
  ): Promise<BatchResults>
  sources(query: SourcesQuery, signal: AbortSignal): Promise<SourcesResult>
  searchable(signal: AbortSignal): Promise<SearchableSources>
  find(query: FindQuery, signal: AbortSignal): Promise<FindResult>
  /** Checks links; the results are in the order of `items`. */
  check(items: readonly CheckItem[], signal: AbortSignal): Promise<CheckResults>
  /** The message of an expected error: what was refused and why, or why the service is unreachable. Undefined for a bug. */
  userMessage(error: unknown): string | undefined
}
