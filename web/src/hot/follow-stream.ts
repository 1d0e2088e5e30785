// One stream of list updates, from its opening until it breaks or is closed.
import type { ApiClient } from '../api-client.ts'
import { createChunkAssembler } from './chunk-assembler.ts'
import type { LastSeen } from './last-seen.ts'
import type { ListUpdate } from './list-state.ts'
import type { Timers } from './timers.ts'

const stableAfterMs = 30_000
/** By then the server has sent the initial state of every list. */
const initialRoundMs = 60_000

export interface FollowStreamOptions {
  readonly api: Pick<ApiClient, 'events'>
  readonly timers: Timers
  readonly lastSeen: Pick<LastSeen, 'markCurrent' | 'since'>
  readonly onUpdate: (id: string, update: ListUpdate) => void
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
export function openFollowStream(
  options: FollowStreamOptions,
  ids: readonly string[],
  listeners: StreamListeners,
): () => void {
  const abort = new AbortController()
  const { signal } = abort
  const timers: (() => void)[] = []
  let isInitialRoundOver = false
  const endInitialRound = () => {
    isInitialRoundOver = true
  }
  const cancelTimers = () => {
    for (const cancel of timers.splice(0)) cancel()
  }
  const onOpen = () => {
    if (signal.aborted) return
    timers.push(options.timers.after(stableAfterMs, listeners.onStable))
    timers.push(options.timers.after(initialRoundMs, endInitialRound))
    listeners.onOpen()
  }
  // Changes are sent in order: after the initial round, an event proves that no earlier change of any list is missing.
  const onEvent = () => {
    if (isInitialRoundOver) options.lastSeen.markCurrent(ids)
  }
  const onEnd = (error?: unknown) => {
    cancelTimers()
    if (!signal.aborted) listeners.onBroken(error)
  }
  readStream(options, ids, { signal, onOpen, onEvent }).then(() => onEnd(), onEnd)
  return () => {
    cancelTimers()
    abort.abort()
  }
}

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onOpen: () => void
  readonly onEvent: () => void
}

async function readStream(
  { api, lastSeen, onUpdate }: FollowStreamOptions,
  ids: readonly string[],
  { signal, onOpen, onEvent }: ReadOptions,
) {
  const since = lastSeen.since(ids)
  const assemble = createChunkAssembler(onUpdate)
  const sources = ids.map(encodeURIComponent).join(',')
  const known = since === undefined ? '' : `&since=${Math.floor(since)}`
  const path = `/api/v1/stream?sources=${sources}&follow=1&delay=0&chunkSize=50${known}`
  for await (const event of api.events(path, { signal, isBackground: true, onOpen })) {
    if (signal.aborted) return
    onEvent()
    assemble(event)
  }
}
