// Many asks at once: outcomes in order of arrival until a deadline, after which asking goes on without us.
import PQueue from 'p-queue'
import type { Asking } from './ask.ts'
import { UpstreamError } from './errors.ts'
import type { Outcome, Source } from './source.ts'

/** How many sources are to be asked. */
export interface Spread {
  /** An answer younger than this serves without asking; default: each source's own `freshMs`. */
  readonly maxAgeMs?: number | undefined
  /** How many attempts may be on the wire at once for this gathering. */
  readonly parallel: number
  /** When to stop waiting, in milliseconds from the start. */
  readonly deadlineMs: number
  /** Aborts when the caller leaves: then asks that nobody else waits for end. */
  readonly signal?: AbortSignal
}

/** A source that had not answered by the deadline, with what is kept of an earlier answer. It is still being asked. */
export interface Pending<Item> {
  readonly state: 'pending'
  readonly items: readonly Item[]
  readonly at?: Date
}

/** A source and what came of asking it. */
export type Gathered<Query, Item> = readonly [source: Source<Query, Item>, outcome: Outcome<Item> | Pending<Item>]

/** Asking goes on this long after it began, so that what comes late serves the next caller. */
const longestMs = 30_000

/**
 * Asks all sources and yields each with its outcome as it arrives; sources named earlier are asked first when slots are short.
 * At the deadline those still under way are yielded as `pending`, and asking goes on behind, 30 s from the start at the most.
 * A caller that stops iterating, or whose signal aborts, ends the asks only it waited for.
 */
export async function* gather<Query, Item>(
  asking: Asking,
  sources: readonly Source<Query, Item>[],
  query: Query,
  spread: Spread,
): AsyncGenerator<Gathered<Query, Item>> {
  const slots = new PQueue({ concurrency: spread.parallel })
  const ending = new AbortController()
  const leave = () => ending.abort(new UpstreamError('timeout', 'given up: the caller left'))
  if (spread.signal?.aborted) leave()
  spread.signal?.addEventListener('abort', leave, { once: true })
  const longest = setTimeout(() => ending.abort(new UpstreamError('timeout', 'took too long')), longestMs)
  const waiting = new Map(sources.map((source) => [source.id, source]))
  const arrived: Gathered<Query, Item>[] = []
  let news = Promise.withResolvers<void>()
  let late = false
  let bug: { readonly error: unknown } | undefined
  const deadline = setTimeout(() => {
    late = true
    news.resolve()
  }, spread.deadlineMs)

  const asks = sources.map(async (source, order) => {
    const want = { maxAgeMs: spread.maxAgeMs, signal: ending.signal }
    arrived.push([source, await asking.ask(source, query, want, { slots, order })])
    news.resolve()
  })
  Promise.all(asks)
    // Asking does not reject for what an upstream does: this is a bug of ours, and the caller's to hear of.
    .catch((error: unknown) => {
      bug = { error }
      leave()
      news.resolve()
    })
    .finally(() => clearTimeout(longest))

  let finished = false
  try {
    // What arrived while the caller was busy with an earlier outcome has arrived, deadline or not.
    while (waiting.size > 0 && (!late || arrived.length > 0)) {
      await news.promise
      news = Promise.withResolvers()
      if (bug) throw bug.error
      for (const arrival of arrived.splice(0)) {
        waiting.delete(arrival[0].id)
        yield arrival
      }
    }
    for (const source of waiting.values()) yield [source, await pendingOf(asking, source, query)]
    finished = true
  } finally {
    clearTimeout(deadline)
    spread.signal?.removeEventListener('abort', leave)
    if (!finished) leave()
  }
}

async function pendingOf<Query, Item>(
  asking: Asking,
  source: Source<Query, Item>,
  query: Query,
): Promise<Pending<Item>> {
  const old = await asking.kept(source, query)
  return { state: 'pending', items: old?.items ?? [], ...(old ? { at: old.at } : {}) }
}
