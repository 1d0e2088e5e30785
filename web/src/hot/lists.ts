// Loads lists from the server when they come near the viewport, and refreshes them on request.
import type { BatchResult } from '../../../src/contract/hotlist.ts'
import { AskError, type Asking } from '../fetching.ts'
import { createAssembly } from './assembly.ts'
import type { Cell, Told } from './cells.ts'
import type { Seen } from './seen.ts'
import type { Timers } from './timers.ts'

/** A batch slower than this is replaced by a stream, so that no card waits for the slowest list. */
const togetherMs = 700

interface ListsParts {
  readonly asking: Pick<Asking, 'json' | 'events'>
  readonly timers: Timers
  readonly seen: Seen
  readonly cellOf: (id: string) => Cell
}

/** Result of a refresh: new data, still cached (refreshed too recently), the site failed, or the request failed. */
export type Renewed = 'new' | 'cached' | 'failed' | AskError

export interface Lists {
  /** Applies an update of a list. */
  take(id: string, told: Told): void
  /** Loads lists until `left` aborts; errors are stored in the list states. */
  load(ids: readonly string[], left: AbortSignal): Promise<void>
  /** Refreshes a list, bypassing the cache. */
  renew(id: string): Promise<Renewed>
  /** Refreshes at most 20 lists. */
  renewAll(ids: readonly string[]): Promise<Renewed>
}

interface BatchAnswer {
  readonly timestamp: number
  readonly results: readonly BatchResult[]
}

interface SourceAnswer extends Told {
  readonly timestamp: number
  readonly cached: boolean
}

export function createLists(parts: ListsParts): Lists {
  const { asking, cellOf } = parts
  const take = taker(parts)
  const takeBatch = ({ timestamp, results }: BatchAnswer, options?: TakeOptions) => {
    parts.seen.heardTime(timestamp)
    for (const result of results) take(result.id, result, options)
  }
  const asked = (ids: readonly string[], ask: () => Promise<Came>, left?: AbortSignal) =>
    askedFor(ids.map(cellOf), ask, left)
  const renewTogether = async (ids: readonly string[]) => {
    const answer = await asking.json<BatchAnswer>(`${batchPath(ids)}&force=1`)
    takeBatch(answer, { isWanted: true })
    return outcomeOf(answer.results)
  }
  return {
    take,
    async load(ids, left) {
      const ask = async () => {
        const batch = await loadTogether(parts, ids, { take, left })
        if (batch) takeBatch(batch)
        return 'new' as const
      }
      await asked(ids, ask, left)
    },
    renew: (id) =>
      asked([id], async () => {
        const answer = await asking.json<SourceAnswer>(`/api/v1/sources/${encodeURIComponent(id)}?force=1&limit=50`)
        parts.seen.heardTime(answer.timestamp)
        take(id, answer, { isWanted: true })
        return outcomeOf([answer])
      }),
    renewAll: (ids) => asked(ids, () => renewTogether(ids)),
  }
}

/** Result of a refresh that succeeded as a request. */
type Came = Exclude<Renewed, AskError>

function outcomeOf(answers: readonly Pick<BatchResult, 'cached' | 'error'>[]): Came {
  if (answers.some(({ cached, error }) => !cached && !error)) return 'new'
  return answers.some(({ error }) => error) ? 'failed' : 'cached'
}

/** Runs a request for these lists, and stores its progress and error in their states unless `left` has aborted. */
async function askedFor(cells: readonly Cell[], ask: () => Promise<Came>, left?: AbortSignal): Promise<Renewed> {
  for (const { isAsking } of cells) isAsking.value = true
  const outcome = await ask().catch((error: unknown) =>
    error instanceof AskError ? error : new AskError('serverError', String(error)),
  )
  const why = outcome instanceof AskError ? outcome : new AskError('notFound', '')
  for (const { isAsking, refusal, shown } of cells) {
    if (!left?.aborted && (outcome === why ? isAsking.value : !shown.value)) refusal.value = why
    isAsking.value = false
  }
  return outcome
}

type TakeOptions = Parameters<Cell['take']>[1]

function taker({ cellOf, seen }: ListsParts) {
  return (id: string, { data, stale, updatedAt, error }: Told, options?: TakeOptions) => {
    const cell = cellOf(id)
    cell.take({ data, stale, updatedAt, ...(error && { error }) }, options)
    cell.isAsking.value = false
    cell.refusal.value = undefined
    seen.note([id])
  }
}

/** Loads all lists in one response if it arrives soon; else streams each to `take` as it arrives. */
async function loadTogether(
  { asking, timers }: ListsParts,
  ids: readonly string[],
  { take, left }: { readonly take: Lists['take']; readonly left: AbortSignal },
): Promise<BatchAnswer | undefined> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  left.addEventListener('abort', leave)
  const batch = asking.json<BatchAnswer>(batchPath(ids), { signal: leaving.signal, isQuiet: true })
  const waited = new Promise<undefined>((resolve) => {
    timers.after(togetherMs, () => resolve(undefined))
  })
  const came = await Promise.race([batch, waited])
  if (came) return came
  // The server fetches each site once for all requests, so the batch can be aborted once the stream is open.
  batch.catch(() => undefined)
  const hear = createAssembly(take)
  const path = `/api/v1/stream?sources=${listed(ids)}&delay=0&chunkSize=50`
  try {
    for await (const event of asking.events(path, { signal: left, isQuiet: true, onOpen: leave })) hear(event)
  } finally {
    leave()
  }
  return undefined
}

function batchPath(ids: readonly string[]): string {
  return `/api/v1/batch?sources=${listed(ids)}&limit=50`
}

function listed(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(',')
}
