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

type TakeOptions = Parameters<ListState['apply']>[1]

interface Taken {
  readonly timestamp: number
  readonly results: readonly (ListUpdate & Pick<BatchResult, 'id' | 'cached'>)[]
}

export class ListLoader {
  readonly #options: ListLoaderOptions

  constructor(options: ListLoaderOptions) {
    this.#options = options
  }

  readonly apply = (id: string, { data, stale, updatedAt, error }: ListUpdate, options?: TakeOptions): void => {
    const cell = this.#options.stateOf(id)
    cell.apply({ data, stale, updatedAt, ...(error && { error }) }, options)
    cell.isLoading.value = false
    cell.error.value = undefined
    this.#options.lastSeen.markCurrent([id])
  }

  /** Loads lists until `signal` aborts; errors are stored in the list states. */
  async load(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const ask = async () => {
      const path = batchPath(ids)
      this.#take(await this.#options.api.json<BatchAnswer>(path, { signal, isBackground: true }))
      return 'new' as const
    }
    await this.#track(ids, ask, signal)
  }

  /** Refreshes a list, bypassing the cache. */
  async refresh(id: string): Promise<RefreshResult> {
    const path = `/api/v1/sources/${encodeURIComponent(id)}?force=1&limit=50`
    return this.#track([id], async () => {
      const answer = await this.#options.api.json<SourceAnswer>(path)
      return this.#take({ timestamp: answer.timestamp, results: [{ ...answer, id }] }, { isRequested: true })
    })
  }

  /** Refreshes at most 20 lists. */
  async refreshAll(ids: readonly string[]): Promise<RefreshResult> {
    const path = `${batchPath(ids)}&force=1`
    return this.#track(ids, async () =>
      this.#take(await this.#options.api.json<BatchAnswer>(path), { isRequested: true }),
    )
  }

  #take({ timestamp, results }: Taken, options?: TakeOptions): RefreshOutcome {
    this.#options.lastSeen.onServerTime(timestamp)
    for (const result of results) this.apply(result.id, result, options)
    return outcomeOf(results)
  }

  /** Runs a request for these lists, and stores its progress and error in their states unless `signal` has aborted. */
  async #track(
    ids: readonly string[],
    ask: () => Promise<RefreshOutcome>,
    signal?: AbortSignal,
  ): Promise<RefreshResult> {
    const states = ids.map(this.#options.stateOf)
    for (const { isLoading } of states) isLoading.value = true
    const outcome = await ask().catch(ApiError.from)
    const failure = outcome instanceof ApiError ? outcome : new ApiError('notFound', '')
    for (const { isLoading, error, shown } of states) {
      if (!signal?.aborted && (outcome === failure ? isLoading.value : !shown.value)) error.value = failure
      isLoading.value = false
    }
    return outcome
  }
}

/** Result of a refresh that succeeded as a request. */
type RefreshOutcome = Exclude<RefreshResult, ApiError>

function outcomeOf(answers: readonly Pick<BatchResult, 'cached' | 'error'>[]): RefreshOutcome {
  if (answers.some(({ cached, error }) => !cached && !error)) return 'new'
  return answers.some(({ error }) => error) ? 'failed' : 'cached'
}

function batchPath(ids: readonly string[]): string {
  return `/api/v1/batch?sources=${ids.map(encodeURIComponent).join(',')}&limit=50`
}
