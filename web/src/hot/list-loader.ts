// Loads lists from the server when they come near the viewport, and refreshes them on request. Where one list keeps a batch waiting, the
// stream of live updates brings the others.
import type { BatchAnswer, BatchResult, SourceAnswer } from '../../../src/contract/hotlist.ts'
import { type ApiClient, ApiError } from '../api-client.ts'
import type { LastSeen } from './last-seen.ts'
import type { ListState, ListUpdate } from './list-state.ts'

interface ListLoaderOptions {
  readonly api: Pick<ApiClient, 'json'>
  readonly lastSeen: LastSeen
  readonly stateOf: (id: string) => ListState
}

/** Result of a refresh: new data, still cached (refreshed too recently), the site failed, or the request failed. */
export type RefreshResult = 'new' | 'cached' | 'failed' | ApiError

export interface ListLoader {
  apply(id: string, update: ListUpdate): void
  /** Loads lists until `signal` aborts; errors are stored in the list states. */
  load(ids: readonly string[], signal: AbortSignal): Promise<void>
  /** Refreshes a list, bypassing the cache. */
  refresh(id: string): Promise<RefreshResult>
  /** Refreshes at most 20 lists. */
  refreshAll(ids: readonly string[]): Promise<RefreshResult>
}

export function createListLoader(parts: ListLoaderOptions): ListLoader {
  const { api, stateOf } = parts
  const apply = createUpdater(parts)
  const takeBatch = ({ timestamp, results }: BatchAnswer, options?: TakeOptions) => {
    parts.lastSeen.onServerTime(timestamp)
    for (const result of results) apply(result.id, result, options)
  }
  const track = (ids: readonly string[], ask: () => Promise<RefreshOutcome>, signal?: AbortSignal) =>
    trackRequest(ids.map(stateOf), ask, signal)
  const refreshBatch = async (ids: readonly string[]) => {
    const answer = await api.json<BatchAnswer>(`${batchPath(ids)}&force=1`)
    takeBatch(answer, { isRequested: true })
    return outcomeOf(answer.results)
  }
  return {
    apply,
    async load(ids, signal) {
      const ask = async () => {
        takeBatch(await api.json<BatchAnswer>(batchPath(ids), { signal, isBackground: true }))
        return 'new' as const
      }
      await track(ids, ask, signal)
    },
    refresh: (id) =>
      track([id], async () => {
        const answer = await api.json<SourceAnswer>(`/api/v1/sources/${encodeURIComponent(id)}?force=1&limit=50`)
        parts.lastSeen.onServerTime(answer.timestamp)
        apply(id, answer, { isRequested: true })
        return outcomeOf([answer])
      }),
    refreshAll: (ids) => track(ids, () => refreshBatch(ids)),
  }
}

/** Result of a refresh that succeeded as a request. */
type RefreshOutcome = Exclude<RefreshResult, ApiError>

function outcomeOf(answers: readonly Pick<BatchResult, 'cached' | 'error'>[]): RefreshOutcome {
  if (answers.some(({ cached, error }) => !cached && !error)) return 'new'
  return answers.some(({ error }) => error) ? 'failed' : 'cached'
}

/** Runs a request for these lists, and stores its progress and error in their states unless `signal` has aborted. */
async function trackRequest(
  states: readonly ListState[],
  ask: () => Promise<RefreshOutcome>,
  signal?: AbortSignal,
): Promise<RefreshResult> {
  for (const { isLoading } of states) isLoading.value = true
  const outcome = await ask().catch(ApiError.from)
  const failure = outcome instanceof ApiError ? outcome : new ApiError('notFound', '')
  for (const { isLoading, error, shown } of states) {
    if (!signal?.aborted && (outcome === failure ? isLoading.value : !shown.value)) error.value = failure
    isLoading.value = false
  }
  return outcome
}

type TakeOptions = Parameters<ListState['apply']>[1]

function createUpdater({ stateOf, lastSeen }: ListLoaderOptions) {
  return (id: string, { data, stale, updatedAt, error }: ListUpdate, options?: TakeOptions) => {
    const cell = stateOf(id)
    cell.apply({ data, stale, updatedAt, ...(error && { error }) }, options)
    cell.isLoading.value = false
    cell.error.value = undefined
    lastSeen.markCurrent([id])
  }
}

function batchPath(ids: readonly string[]): string {
  return `/api/v1/batch?sources=${ids.map(encodeURIComponent).join(',')}&limit=50`
}
