// Looking for a word while it is typed: asked for once the typing rests; what was asked for earlier is given up, so that the last answer counts.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import { AskError, type Want } from '../fetching.ts'
import type { Timers } from './timers.ts'

/** So long the typing has to rest. */
const restMs = 300

/** As many as one looks through. */
const mostFound = 100

/** What there is to show. */
export interface WordState {
  /** Is an answer on its way, or about to be asked for? */
  readonly isAsking: boolean
  /** The latest answer, and what it answers. It stays while the next one is on its way. */
  readonly found?: { readonly typed: string; readonly answer: FindAnswer } | undefined
  readonly error?: AskError | undefined
}

export interface WordSearch {
  readonly state: ReadonlySignal<WordState>
  /** What stands in the box now. */
  type(typed: string): void
  /** Asks at once, for who presses Enter, or tries again. */
  askNow(): void
  /** Gives up what is under way. */
  stop(): void
}

interface WordParts {
  readonly ask: (path: string, want: Want) => Promise<FindAnswer>
  readonly timers: Timers
}

const nothing: WordState = { isAsking: false }

/** Makes it. */
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
  return answer.catch((error: unknown) => (error instanceof AskError ? error : new AskError('fault', String(error))))
}
