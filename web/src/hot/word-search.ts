// Searches while the user types: debounced, and earlier requests are aborted. Asks lists that nobody has loaded yet on request.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import type { TrendStory, TrendsAnswer } from '../../../src/contract/hotlist-trends.ts'
import { type ApiClient, ApiError } from '../api-client.ts'
import type { Timers } from './timers.ts'

const debounceMs = 300

const maxHits = 100

/** Lists asked after one press, in requests one after the other: each list is a request to a site. */
export const maxListsAtOnce = 60
const listsPerRequest = 20

export interface WordSearchState {
  /** Whether a request is running or scheduled. */
  readonly isLoading: boolean
  /** The latest response and its search text; kept while the next request runs. */
  readonly found?: WordSearchResult | undefined
  readonly error?: ApiError | undefined
  /** While further lists are asked: how many of them have been. */
  readonly asking?: { readonly done: number; readonly total: number } | undefined
}

export interface WordSearchResult {
  readonly typed: string
  readonly answer: FindAnswer
  /** Empty if they could not be loaded. */
  readonly stories: readonly TrendStory[]
  /** Lists that were not searched and have not been asked yet, in the order of the board. */
  readonly unasked: readonly string[]
}

export interface WordSearch {
  readonly state: ReadonlySignal<WordSearchState>
  type(typed: string): void
  /** Searches at once, on Enter or retry. */
  searchNow(): void
  /** Asks the next lists that were not searched, then searches again. */
  askFurther(): void
  stop(): void
}

interface WordSearchOptions {
  readonly json: ApiClient['json']
  readonly timers: Timers
}

const idle: WordSearchState = { isLoading: false }

export function createWordSearch({ json, timers }: WordSearchOptions): WordSearch {
  const state = signal(idle)
  const run: { typed: string; stop?: () => void } = { typed: '' }
  const search = createRequests(json)
  /** Replaces what is running. */
  const begin = () => {
    run.stop?.()
    const controller = new AbortController()
    run.stop = () => controller.abort()
    return controller.signal
  }
  const searchNow = () => {
    if (run.typed === '') return run.stop?.()
    const signal = begin()
    state.value = { found: state.value.found, isLoading: true }
    void finish(search.find(run.typed, signal), signal)
  }
  const finish = async (result: Promise<WordSearchResult>, signal: AbortSignal) => {
    const end = await result.then((found): WordSearchState => ({ isLoading: false, found }), toFailure)
    if (!signal.aborted) state.value = end
  }
  const askFurther = async () => {
    const { found } = state.value
    const ids = found?.unasked.slice(0, maxListsAtOnce) ?? []
    const signal = begin()
    const onProgress = (done: number) => {
      if (!signal.aborted) state.value = { isLoading: true, found, asking: { done, total: ids.length } }
    }
    await finish(
      search.ask(ids, signal, onProgress).then(() => search.find(run.typed, signal)),
      signal,
    )
  }
  return {
    state,
    type(text) {
      const typed = text.trim()
      if (typed === run.typed) return
      run.stop?.()
      run.typed = typed
      if (typed !== '') run.stop = timers.after(debounceMs, searchNow)
      state.value = typed === '' ? idle : { ...state.value, asking: undefined, isLoading: true }
    },
    searchNow,
    askFurther: () => void askFurther(),
    stop: () => run.stop?.(),
  }
}

function createRequests(json: ApiClient['json']) {
  const asked = new Set<string>()
  let loading: Promise<readonly TrendStory[]> | undefined
  /** Loaded once, and again when further lists were asked. Without stories, the items are shown by list. */
  const loadStories = () => {
    loading ??= json<TrendsAnswer>('/api/v1/trends?window=24h&limit=100', { isBackground: true }).then(
      (trends) => trends.stories,
      () => [],
    )
    return loading
  }
  return {
    async find(typed: string, signal: AbortSignal): Promise<WordSearchResult> {
      const path = `/api/v1/find?${new URLSearchParams({ q: typed, limit: `${maxHits}` })}`
      const [answer, stories] = await Promise.all([json<FindAnswer>(path, { signal }), loadStories()])
      return { typed, answer, stories, unasked: answer.missing.filter((id) => !asked.has(id)) }
    },
    /** Asks lists, some at a time. One that fails is asked once only. */
    async ask(ids: readonly string[], signal: AbortSignal, onProgress: (done: number) => void): Promise<void> {
      for (let done = 0; done < ids.length; done += listsPerRequest) {
        onProgress(done)
        const some = ids.slice(done, done + listsPerRequest)
        await json(`/api/v1/batch?limit=1&sources=${some.join()}`, { signal })
        for (const id of some) asked.add(id)
        loading = undefined
      }
    },
  }
}

function toFailure(error: unknown): WordSearchState {
  return { isLoading: false, error: ApiError.from(error) }
}
