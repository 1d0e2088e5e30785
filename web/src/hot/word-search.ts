// Searches while the user types: debounced, and earlier requests are aborted.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import { ApiError, type RequestOptions } from '../api-client.ts'
import type { Timers } from './timers.ts'

/** Debounce time. */
const debounceMs = 300

/** Maximum number of hits requested. */
const maxHits = 100

export interface WordSearchState {
  /** Whether a request is running or scheduled. */
  readonly isLoading: boolean
  /** The latest response and its search text; kept while the next request runs. */
  readonly found?: { readonly typed: string; readonly answer: FindAnswer } | undefined
  readonly error?: ApiError | undefined
}

export interface WordSearch {
  readonly state: ReadonlySignal<WordSearchState>
  /** Sets the text of the input. */
  type(typed: string): void
  /** Searches at once, on Enter or retry. */
  searchNow(): void
  /** Aborts the running request. */
  stop(): void
}

interface WordSearchOptions {
  readonly request: (path: string, options: RequestOptions) => Promise<FindAnswer>
  readonly timers: Timers
}

const idle: WordSearchState = { isLoading: false }

export function createWordSearch({ request, timers }: WordSearchOptions): WordSearch {
  const state = signal(idle)
  const run: { typed: string; stop?: () => void } = { typed: '' }
  const searchNow = () => {
    run.stop?.()
    if (run.typed === '') return
    const controller = new AbortController()
    run.stop = () => controller.abort()
    state.value = { ...state.value, isLoading: true, error: undefined }
    void runSearch(run.typed, controller.signal)
  }
  const runSearch = async (typed: string, signal: AbortSignal) => {
    const result = await outcomeOf(
      request(`/api/v1/find?${new URLSearchParams({ q: typed, limit: `${maxHits}` })}`, { signal: signal }),
    )
    if (signal.aborted) return
    state.value =
      result instanceof ApiError
        ? { isLoading: false, error: result }
        : { isLoading: false, found: { typed, answer: result } }
  }
  return {
    state,
    type(text) {
      const typed = text.trim()
      if (typed === run.typed) return
      run.stop?.()
      run.typed = typed
      if (typed !== '') run.stop = timers.after(debounceMs, searchNow)
      state.value = typed === '' ? idle : { ...state.value, isLoading: true }
    },
    searchNow,
    stop: () => run.stop?.(),
  }
}

function outcomeOf(answer: Promise<FindAnswer>): Promise<FindAnswer | ApiError> {
  return answer.catch((error: unknown) =>
    error instanceof ApiError ? error : new ApiError('serverError', String(error)),
  )
}
