// What is near the screen is followed: one stream for all of it, opened again when something else is near, or when it broke.
import { type ReadonlySignal, signal } from '@preact/signals'
import { AskError } from '../fetching.ts'
import { type FollowStreamParts, openFollowStream } from './follow-stream.ts'

/** What is near must have been the same for so long. */
const stillMs = 1_500
const mostFollowed = 60
const firstWaitMs = 1_000
const longestWaitMs = 60_000

export interface Following {
  /** The lists that are told live at the moment. */
  readonly live: ReadonlySignal<ReadonlySet<string>>
  /** Has the stream broken off? Then it is tried again by itself. */
  readonly isBroken: ReadonlySignal<boolean>
  /** These are near now; of more than 60 the last 60 are followed. */
  follow(ids: readonly string[]): void
  /** No more until `resume`: nobody looks, or there is no network. */
  pause(): void
  resume(): void
  /** Begins anew at once, as who asks has changed. */
  reopen(): void
}

interface State {
  wanted: readonly string[]
  isPaused: boolean
  failures: number
}

const none: ReadonlySet<string> = new Set()

/** Makes the following of lists; it follows none yet. */
export function createFollowing(parts: FollowStreamParts): Following {
  const live = signal(none)
  const isBroken = signal(false)
  const stream = createOne()
  const timer = createOne()
  const state: State = { wanted: [], isPaused: false, failures: 0 }
  const openAfter = (ms: number) => timer.set(parts.timers.after(ms, open))
  const broke = (error: unknown) => {
    live.value = none
    isBroken.value = true
    openAfter(waitMs(state.failures, error))
    state.failures += 1
  }
  const stands = (ids: readonly string[]) => {
    live.value = new Set(ids)
    isBroken.value = false
  }
  function open(): void {
    timer.set(undefined)
    stream.set(undefined)
    live.value = none
    const ids = state.isPaused ? [] : state.wanted
    // With nothing to try again it is not broken, or what comes near later would wait for a try that never comes.
    if (ids.length === 0) isBroken.value = false
    else stream.set(openFollowStream(parts, ids, { stands: () => stands(ids), steady: () => forgive(state), broke }))
  }
  const reopen = () => {
    forgive(state)
    open()
  }
  return {
    live,
    isBroken,
    follow(near) {
      const ids = near.slice(-mostFollowed)
      if (isSameSet(ids, state.wanted)) return
      state.wanted = ids
      // While it is broken it is tried again soon enough, with what is near then.
      if (!state.isPaused && !isBroken.value) openAfter(stillMs)
    },
    pause() {
      state.isPaused = true
      open()
    },
    resume() {
      if (!state.isPaused) return
      state.isPaused = false
      reopen()
    },
    reopen,
  }
}

function forgive(state: State): void {
  state.failures = 0
}

/** One thing that can be ended, and is when another takes its place. */
function createOne(): { set(end: (() => void) | undefined): void } {
  const now: (() => void)[] = []
  return {
    set(end) {
      for (const endOld of now.splice(0)) endOld()
      if (end) now.push(end)
    },
  }
}

function waitMs(failures: number, error: unknown): number {
  const { refusal, retryAfterS = 0 } = error instanceof AskError ? error : new AskError('unreachable', '')
  // Who may not ask may not in a second either.
  if (refusal === 'unproved' || refusal === 'forbidden') return longestWaitMs
  return Math.max(Math.min(firstWaitMs * 2 ** failures, longestWaitMs), retryAfterS * 1_000)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length
}
