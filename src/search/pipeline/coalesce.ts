// Coalesces equal concurrent searches into one, whose output all of them receive.
import { ageMs } from '../../async/ages.ts'
import type { SearchRequest } from '../../contract/search.ts'

/** A search that yields its answer, or its events. */
type Run<Item> = (request: SearchRequest, signal: AbortSignal, client?: string) => AsyncGenerator<Item>

/** Requests join a search within this time of its start; later ones would be cut short by its deadline. */
const windowMs = 1_000

/**
 * Coalesces equal searches that start at nearly the same time: each reader gets the items so far, then the further ones. The search goes on as
 * fast as its fastest reader reads, and is aborted when the last one leaves.
 */
export function coalesceSearches<Item>(run: Run<Item>, epochMs: () => number): Run<Item> {
  const running = new Map<string, { readonly search: SharedSearch<Item>; readonly startedAt: number }>()
  const start = (key: string, request: SearchRequest, client: string | undefined) => {
    const onEnd = () => {
      if (running.get(key)?.search === search) running.delete(key)
    }
    const search = shareSearch((signal) => run(request, signal, client), onEnd)
    running.set(key, { search, startedAt: epochMs() })
    return search
  }
  return async function* coalesced(request, signal, client) {
    signal.throwIfAborted()
    const key = JSON.stringify(request)
    const current = running.get(key)
    const isJoinable = current && ageMs(epochMs(), current.startedAt) < windowMs
    yield* (isJoinable ? current.search : start(key, request, client)).read(signal)
  }
}

interface SharedSearch<Item> {
  /** Throws the signal's reason, and what the search throws. */
  read(signal: AbortSignal): AsyncGenerator<Item>
}

/** Starts the search. `onEnd` is called when it cannot be joined any more. */
function shareSearch<Item>(run: (signal: AbortSignal) => AsyncGenerator<Item>, onEnd: () => void): SharedSearch<Item> {
  const abandoned = new AbortController()
  const source = run(abandoned.signal)
  const items: Item[] = []
  let readers = 0
  let isComplete = false
  /** The item that is waited for; it stays here when the search has failed. */
  let next: Promise<void> | undefined
  const readNext = async () => {
    const result = await source.next().catch((error: unknown) => {
      onEnd()
      throw error
    })
    next = undefined
    if (!result.done) return void items.push(result.value)
    isComplete = true
    onEnd()
  }
  const leave = ({ reason }: AbortSignal) => {
    readers -= 1
    if (readers > 0) return
    onEnd()
    abandoned.abort(reason)
    void source.return(undefined)
  }
  return {
    async *read(signal) {
      readers += 1
      const aborted = Promise.withResolvers<void>()
      const onAbort = () => {
        leave(signal)
        aborted.resolve()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        for (let at = 0; ; at += 1) {
          signal.throwIfAborted()
          while (at === items.length && !isComplete) {
            next ??= readNext()
            await Promise.race([next, aborted.promise])
            signal.throwIfAborted()
          }
          const item = items[at]
          if (item === undefined) return
          yield item
        }
      } finally {
        signal.removeEventListener('abort', onAbort)
        if (!signal.aborted) leave(signal)
      }
    },
  }
}
