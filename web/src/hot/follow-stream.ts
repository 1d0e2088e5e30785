// One stream of list updates, from its opening until it breaks or is closed.
import type { Asking } from '../fetching.ts'
import { createAssembly } from './assembly.ts'
import type { Told } from './cells.ts'
import type { Seen } from './seen.ts'
import type { Timers } from './timers.ts'

const stableAfterMs = 30_000
/** By then the server has sent the initial state of every list. */
const initialRoundMs = 60_000

export interface FollowStreamParts {
  readonly asking: Pick<Asking, 'events'>
  readonly timers: Timers
  readonly seen: Pick<Seen, 'note' | 'since'>
  readonly take: (id: string, told: Told) => void
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
  parts: FollowStreamParts,
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
    timers.push(parts.timers.after(stableAfterMs, listeners.onStable))
    timers.push(parts.timers.after(initialRoundMs, endInitialRound))
    listeners.onOpen()
  }
  // Changes are sent in order: after the initial round, an event proves that no earlier change of any list is missing.
  const onEvent = () => {
    if (isInitialRoundOver) parts.seen.note(ids)
  }
  const onEnd = (error?: unknown) => {
    cancelTimers()
    if (!signal.aborted) listeners.onBroken(error)
  }
  readStream(parts, ids, { signal, onOpen, onEvent }).then(() => onEnd(), onEnd)
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
  { asking, seen, take }: FollowStreamParts,
  ids: readonly string[],
  { signal, onOpen, onEvent }: ReadOptions,
) {
  const since = seen.since(ids)
  const assemble = createAssembly(take)
  const sources = ids.map(encodeURIComponent).join(',')
  const known = since === undefined ? '' : `&since=${Math.floor(since)}`
  const path = `/api/v1/stream?sources=${sources}&follow=1&delay=0&chunkSize=50${known}`
  for await (const event of asking.events(path, { signal, isQuiet: true, onOpen })) {
    if (signal.aborted) return
    onEvent()
    assemble(event)
  }
}
