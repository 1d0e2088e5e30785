// Live updates of the lists near the viewport: one stream for all, reopened when they change or the stream breaks.
import { signal } from '@preact/signals'
import type { HotListItem, StreamMessage } from '../../../src/contract/hotlist.ts'
import { type ApiClient, ApiError, type ServerEvent } from '../api-client.ts'
import type { Timers } from '../timers.ts'
import type { LastSeen } from './last-seen.ts'
import type { ListUpdate } from './list-state.ts'

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

const none: ReadonlySet<string> = new Set()

/** No list is followed at first. */
export class LiveUpdates {
  /** The lists that are updated live at the moment. */
  readonly live = signal(none)
  /** Whether the stream broke; it is reopened automatically. */
  readonly isBroken = signal(false)
  readonly #options: LiveOptions
  #ids: readonly string[] = []
  #isPaused = false
  #failures = 0
  #stream = new AbortController()
  #cancelOpening: (() => void) | undefined

  constructor(options: LiveOptions) {
    this.#options = options
  }

  /** Sets the lists near the viewport; of more than 60, the last 60 are followed. */
  follow(near: readonly string[]): void {
    const ids = near.slice(-maxFollowed)
    if (isSameSet(ids, this.#ids)) return
    this.#ids = ids
    // While broken, the next retry uses the new lists.
    if (!this.#isPaused && !this.isBroken.value) this.#openIn(settleMs)
  }

  /** Closes the stream until `resume`: the page is hidden or offline. */
  pause(): void {
    this.#isPaused = true
    this.#open()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.reopen()
  }

  /** Reopens the stream at once, as the credential changed. */
  reopen(): void {
    this.#failures = 0
    this.#open()
  }

  #openIn(ms: number): void {
    this.#cancelOpening?.()
    this.#cancelOpening = this.#options.timers.after(ms, () => this.#open())
  }

  #open(): void {
    this.#cancelOpening?.()
    this.#stream.abort()
    this.#stream = new AbortController()
    this.live.value = none
    const ids = this.#isPaused ? [] : this.#ids
    // Without lists there is nothing to retry, and `follow` would wait for a retry that never comes.
    if (ids.length === 0) this.isBroken.value = false
    else void this.#read(ids, this.#stream.signal)
  }

  async #read(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const onOpen = () => {
      this.live.value = new Set(ids)
      this.isBroken.value = false
    }
    const onStable = () => {
      this.#failures = 0
    }
    const error = await readStream(this.#options, ids, { signal, onOpen, onStable })
    if (signal.aborted) return
    this.live.value = none
    this.isBroken.value = true
    this.#openIn(retryDelayMs(this.#failures, error))
    this.#failures += 1
  }
}

interface StreamOptions {
  readonly signal: AbortSignal
  /** The response has started: later changes will arrive. */
  readonly onOpen: () => void
  /** The stream has been open for a while. */
  readonly onStable: () => void
}

/** Reads a stream until it ends or breaks; resolves to the error. */
async function readStream(
  { api, timers, lastSeen, onUpdate }: LiveOptions,
  ids: readonly string[],
  { signal, ...on }: StreamOptions,
): Promise<unknown> {
  let isOpen = false
  let isInitialRoundOver = false
  const ifOpen = (run: () => void) => () => isOpen && !signal.aborted && run()
  const onOpen = () => {
    if (signal.aborted) return
    isOpen = true
    timers.after(stableAfterMs, ifOpen(on.onStable))
    timers.after(
      initialRoundMs,
      ifOpen(() => {
        isInitialRoundOver = true
      }),
    )
    on.onOpen()
  }
  const assemble = createChunkAssembler(onUpdate)
  try {
    for await (const event of api.events(streamPath(ids, lastSeen), { signal, isBackground: true, onOpen })) {
      if (signal.aborted) break
      // Changes are sent in order: after the initial round, an event proves that no earlier change of any list is missing.
      if (isInitialRoundOver) lastSeen.markCurrent(ids)
      assemble(event)
    }
    return undefined
  } catch (error) {
    return error
  } finally {
    isOpen = false
  }
}

function streamPath(ids: readonly string[], lastSeen: Pick<LastSeen, 'since'>): string {
  const since = lastSeen.since(ids)
  const known = since === undefined ? '' : `&since=${Math.floor(since)}`
  return `/api/v1/stream?sources=${ids.map(encodeURIComponent).join(',')}&follow=1&delay=0&chunkSize=50${known}`
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
