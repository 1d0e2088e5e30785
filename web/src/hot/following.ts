// Live updates of the lists near the viewport: one stream for all, reopened when they change or the stream breaks.
import { type ReadonlySignal, signal } from '@preact/signals'
import { AskError } from '../fetching.ts'
import { type FollowStreamParts, openFollowStream } from './follow-stream.ts'

/** Delay before the stream is reopened for other lists. */
const stillMs = 1_500
const mostFollowed = 60
const firstWaitMs = 1_000
const longestWaitMs = 60_000

export interface Following {
  /** The lists that are updated live at the moment. */
  readonly live: ReadonlySignal<ReadonlySet<string>>
  /** Whether the stream broke; it is reopened automatically. */
  readonly isBroken: ReadonlySignal<boolean>
  /** Sets the lists near the viewport; of more than 60, the last 60 are followed. */
  follow(ids: readonly string[]): void
  /** Closes the stream until `resume`: the page is hidden or offline. */
  pause(): void
  resume(): void
  /** Reopens the stream at once, as the credential changed. */
  reopen(): void
}

interface State {
  wanted: readonly string[]
  isPaused: boolean
  failures: number
}

const none: ReadonlySet<string> = new Set()

/** Creates live updates; no list is followed yet. */
export function createFollowing(parts: FollowStreamParts): Following {
  const live = signal(none)
  const isBroken = signal(false)
  const [stream, timer] = [createOne(), createOne()]
  const state: State = { wanted: [], isPaused: false, failures: 0 }
  const openAfter = (ms: number) => timer.set(parts.timers.after(ms, open))
  const onStable = () => forgive(state)
  const onBroken = (error: unknown) => {
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
    // Without lists there is nothing to retry, and `follow` would wait for a retry that never comes.
    if (ids.length === 0) isBroken.value = false
    else stream.set(openFollowStream(parts, ids, { onOpen: () => stands(ids), onStable, onBroken }))
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
      // While broken, the next retry uses the new lists.
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

/** Holds at most one clean-up function; setting another runs the previous one. */
function createOne(): { set(end: (() => void) | undefined): void } {
  let cleanUp: (() => void) | undefined
  return {
    set(end) {
      const cleanUpOld = cleanUp
      cleanUp = undefined
      cleanUpOld?.()
      cleanUp = end
    },
  }
}

function waitMs(failures: number, error: unknown): number {
  const { refusal, retryAfterS = 0 } = error instanceof AskError ? error : new AskError('unreachable', '')
  // A missing permission does not change within seconds.
  if (refusal === 'unauthorized' || refusal === 'forbidden') return longestWaitMs
  return Math.max(Math.min(firstWaitMs * 2 ** failures, longestWaitMs), retryAfterS * 1_000)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length
}
