// Live updates of the lists near the viewport: one stream for all, reopened when they change or the stream breaks.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { HotListItem, StreamMessage } from '../../../src/contract/hotlist.ts'
import { type ApiClient, ApiError, type ServerEvent } from '../api-client.ts'
import type { LastSeen } from './last-seen.ts'
import type { ListUpdate } from './list-state.ts'
import type { Timers } from './timers.ts'

/** Delay before the stream is reopened for other lists. */
const settleMs = 700
const maxFollowed = 60
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 60_000
const stableAfterMs = 30_000
/** By then the server has sent the initial state of every list. */
const initialRoundMs = 60_000

interface LiveOptions {
  readonly api: Pick<ApiClient, 'events'>
  readonly timers: Timers
  readonly lastSeen: Pick<LastSeen, 'markCurrent' | 'since'>
  readonly onUpdate: (id: string, update: ListUpdate) => void
}

export interface LiveUpdates {
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
  listIds: readonly string[]
  isPaused: boolean
  failures: number
}

const none: ReadonlySet<string> = new Set()

/** Creates live updates; no list is followed yet. */
export function createLiveUpdates(options: LiveOptions): LiveUpdates {
  const live = signal(none)
  const isBroken = signal(false)
  const [stream, timer] = [createReplaceable(), createReplaceable()]
  const state: State = { listIds: [], isPaused: false, failures: 0 }
  const resetFailures = () => void Object.assign(state, { failures: 0 })
  const scheduleOpen = (ms: number) => timer.set(options.timers.after(ms, open))
  const onBroken = (error: unknown) => {
    live.value = none
    isBroken.value = true
    scheduleOpen(retryDelayMs(state.failures, error))
    state.failures += 1
  }
  const onOpen = (ids: readonly string[]) => {
    live.value = new Set(ids)
    isBroken.value = false
  }
  function open(): void {
    timer.set(undefined)
    stream.set(undefined)
    live.value = none
    const ids = state.isPaused ? [] : state.listIds
    // Without lists there is nothing to retry, and `follow` would wait for a retry that never comes.
    if (ids.length === 0) isBroken.value = false
    else stream.set(openStream(options, ids, { onOpen: () => onOpen(ids), onStable: resetFailures, onBroken }))
  }
  const reopen = () => {
    resetFailures()
    open()
  }
  return {
    live,
    isBroken,
    follow(near) {
      const ids = near.slice(-maxFollowed)
      if (isSameSet(ids, state.listIds)) return
      state.listIds = ids
      // While broken, the next retry uses the new lists.
      if (!state.isPaused && !isBroken.value) scheduleOpen(settleMs)
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

/** Listeners of a stream; none is called after it was closed. */
interface StreamListeners {
  /** The response has started: later changes will arrive. */
  onOpen(): void
  /** The stream has been open for a while. */
  onStable(): void
  onBroken(error: unknown): void
}

/** Opens a stream. Returns a function that closes it. */
function openStream(options: LiveOptions, ids: readonly string[], listeners: StreamListeners): () => void {
  const { api, timers, lastSeen, onUpdate } = options
  const closing = new AbortController()
  const { signal } = closing
  const cancels: (() => void)[] = []
  let isInitialRoundOver = false
  const onOpen = () => {
    if (signal.aborted) return
    cancels.push(timers.after(stableAfterMs, listeners.onStable))
    cancels.push(
      timers.after(initialRoundMs, () => {
        isInitialRoundOver = true
      }),
    )
    listeners.onOpen()
  }
  const read = async () => {
    const assemble = createChunkAssembler(onUpdate)
    for await (const event of api.events(streamPath(ids, lastSeen), { signal, isBackground: true, onOpen })) {
      if (signal.aborted) return
      // Changes are sent in order: after the initial round, an event proves that no earlier change of any list is missing.
      if (isInitialRoundOver) lastSeen.markCurrent(ids)
      assemble(event)
    }
  }
  const stopTimers = () => {
    for (const cancel of cancels.splice(0)) cancel()
  }
  const onEnd = (error?: unknown) => {
    stopTimers()
    if (!signal.aborted) listeners.onBroken(error)
  }
  read().then(() => onEnd(), onEnd)
  return () => {
    stopTimers()
    closing.abort()
  }
}

function streamPath(ids: readonly string[], lastSeen: Pick<LastSeen, 'since'>): string {
  const since = lastSeen.since(ids)
  const known = since === undefined ? '' : `&since=${Math.floor(since)}`
  return `/api/v1/stream?sources=${ids.map(encodeURIComponent).join(',')}&follow=1&delay=0&chunkSize=50${known}`
}

/** Holds at most one clean-up function; setting another runs the previous one. */
function createReplaceable(): { set(end: (() => void) | undefined): void } {
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

function retryDelayMs(failures: number, error: unknown): number {
  const { kind, retryAfterS = 0 } = error instanceof ApiError ? error : new ApiError('unreachable', '')
  // A missing permission does not change within seconds.
  if (kind === 'unauthorized' || kind === 'forbidden') return maxRetryDelayMs
  return Math.max(Math.min(minRetryDelayMs * 2 ** failures, maxRetryDelayMs), retryAfterS * 1_000)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length
}

interface PartialList {
  readonly start: StreamMessage
  readonly items: HotListItem[]
}

/**
 * Creates an event handler that calls `onList` with each complete list. Use one per stream, so that incomplete lists are
 * discarded with it.
 */
function createChunkAssembler(onList: (id: string, update: ListUpdate) => void): (event: ServerEvent) => void {
  const partial = new Map<string, PartialList>()
  return ({ event, data }) => {
    if (event !== 'message' || !isMessage(data)) return
    const { type, sourceId } = data
    if (type === 'start') partial.set(sourceId, { start: data, items: [] })
    else if (type === 'data') partial.get(sourceId)?.items.push(...data.data)
    else if (type === 'error') onList(sourceId, toUpdate(data, []))
    else {
      const complete = partial.get(sourceId)
      partial.delete(sourceId)
      if (complete) onList(sourceId, toUpdate(complete.start, complete.items))
    }
  }
}

function toUpdate({ stale = false, updatedAt = null, error }: StreamMessage, data: HotListItem[]): ListUpdate {
  return { data, stale, updatedAt, ...(error && { error }) }
}

const kinds: readonly unknown[] = ['start', 'data', 'end', 'error'] satisfies StreamMessage['type'][]

function isMessage(data: unknown): data is StreamMessage {
  return typeof data === 'object' && data !== null && 'sourceId' in data && 'type' in data && kinds.includes(data.type)
}
