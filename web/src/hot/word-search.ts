// Searches while the user types: debounced, and earlier requests are aborted.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import { AskError, type Want } from '../fetching.ts'
import type { Timers } from './timers.ts'

/** Debounce time. */
const restMs = 300

/** Maximum number of hits requested. */
const mostFound = 100

export interface WordState {
  /** Whether a request is running or scheduled. */
  readonly isAsking: boolean
  /** The latest response and its search text; kept while the next request runs. */
  readonly found?: { readonly typed: string; readonly answer: FindAnswer } | undefined
  readonly error?: AskError | undefined
}

export interface WordSearch {
  readonly state: ReadonlySignal<WordState>
  /** Sets the text of the input. */
  type(typed: string): void
  /** Searches at once, on Enter or retry. */
  askNow(): void
  /** Aborts the running request. */
  stop(): void
}

interface WordParts {
  readonly ask: (path: string, want: Want) => Promise<FindAnswer>
  readonly timers: Timers
}

const nothing: WordState = { isAsking: false }

export function createWordSearch({ ask, timers }: WordParts): WordSearch {
  const state = signal(nothing)
  const run: { typed: string; stop?: () => void } = { typed: '' }
  const askNow = () => {
    run.stop?.()
    if (run.typed === '') return
    const leaving = new AbortController()
    run.stop = () => leaving.abort()
    state.value = { ...state.value, isAsking: true, error: undefined }
    void askFor(run.typed, leaving.signal)
  }
  const askFor = async (typed: string, left: AbortSignal) => {
    const told = await outcomeOf(
      ask(`/api/v1/find?${new URLSearchParams({ q: typed, limit: `${mostFound}` })}`, { signal: left }),
    )
    if (left.aborted) return
    state.value =
      told instanceof AskError ? { isAsking: false, error: told } : { isAsking: false, found: { typed, answer: told } }
  }
  return {
    state,
    type(text) {
      const typed = text.trim()
      if (typed === run.typed) return
      run.stop?.()
      run.typed = typed
      if (typed !== '') run.stop = timers.after(restMs, askNow)
      state.value = typed === '' ? nothing : { ...state.value, isAsking: true }
    },
    askNow,
    stop: () => run.stop?.(),
  }
}

function outcomeOf(answer: Promise<FindAnswer>): Promise<FindAnswer | AskError> {
  return answer.catch((error: unknown) =>
    error instanceof AskError ? error : new AskError('serverError', String(error)),
  )
}
