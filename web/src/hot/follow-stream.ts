// One stream that follows lists, from its opening until it breaks off or is closed.
import type { Asking } from '../fetching.ts'
import { createAssembly } from './assembly.ts'
import type { Told } from './cells.ts'
import type { Seen } from './seen.ts'
import type { Timers } from './timers.ts'

const steadyAfterMs = 30_000
/** The service tells each list once, as far as it is not known here, and is done with that by then. */
const firstRoundMs = 60_000

export interface FollowStreamParts {
  readonly asking: Pick<Asking, 'events'>
  readonly timers: Timers
  readonly seen: Pick<Seen, 'note' | 'since'>
  readonly take: (id: string, told: Told) => void
}

/** What becomes of a stream. Nothing is told of one that was closed. */
interface Fate {
  /** Its answer has begun: what changes from now on is told. */
  stands(): void
  /** It has stood for a good while. */
  steady(): void
  broke(error: unknown): void
}

/** Opens it; returns what closes it. */
export function openFollowStream(parts: FollowStreamParts, ids: readonly string[], fate: Fate): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const standing: { readonly cancels: (() => void)[]; toldAll: boolean } = { cancels: [], toldAll: false }
  const toldAll = () => {
    standing.toldAll = true
  }
  const end = () => {
    for (const cancel of standing.cancels.splice(0)) cancel()
  }
  const opened = () => {
    if (signal.aborted) return
    standing.cancels.push(parts.timers.after(steadyAfterMs, fate.steady), parts.timers.after(firstRoundMs, toldAll))
    fate.stands()
  }
  // What changed is told in turn: whoever hears of one list has heard of the others what there was to hear. Not so at first.
  const heard = () => {
    if (standing.toldAll) parts.seen.note(ids)
  }
  const broke = (error?: unknown) => {
    end()
    if (!signal.aborted) fate.broke(error)
  }
  read(parts, ids, { signal, opened, heard }).then(() => broke(), broke)
  return () => {
    end()
    leaving.abort()
  }
}

interface Reading {
  readonly signal: AbortSignal
  readonly opened: () => void
  readonly heard: () => void
}

async function read({ asking, seen, take }: FollowStreamParts, ids: readonly string[], reading: Reading) {
  const { signal, opened, heard } = reading
  const since = seen.since(ids)
  const hear = createAssembly(take)
  const path = `/api/v1/stream?sources=${ids.map(encodeURIComponent).join(',')}&follow=1&delay=0&chunkSize=50`
  const known = since === undefined ? '' : `&since=${Math.floor(since)}`
  for await (const event of asking.events(path + known, { signal, isQuiet: true, onOpen: opened })) {
    if (signal.aborted) return
    heard()
    hear(event)
  }
}
