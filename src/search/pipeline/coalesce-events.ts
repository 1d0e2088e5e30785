// Coalesces equal concurrent streams into one search, whose events all of them receive.
import { ageMs } from '../../async/ages.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { SearchEvent } from './answer.ts'
import { coalesceWindowMs } from './coalesce.ts'

type SearchEvents = (request: SearchRequest, signal: AbortSignal, client?: string) => AsyncGenerator<SearchEvent>

/** A crowd that searches for one thing costs one search: each reader gets the events so far, then the further ones. Aborted when the last reader leaves. */
export function coalesceEvents(search: SearchEvents, epochMs: () => number): SearchEvents {
  const running = new Map<string, { readonly stream: SharedStream; readonly startedAt: number }>()
  const start = (key: string, request: SearchRequest, client: string | undefined) => {
    const onEnd = () => {
      if (running.get(key)?.stream === stream) running.delete(key)
    }
    const stream = shareStream((signal) => search(request, signal, client), onEnd)
    running.set(key, { stream, startedAt: epochMs() })
    return stream
  }
  return async function* coalesced(request, signal, client) {
    signal.throwIfAborted()
    const key = JSON.stringify(request)
    const current = running.get(key)
    const isJoinable = current && ageMs(epochMs(), current.startedAt) < coalesceWindowMs
    yield* (isJoinable ? current.stream : start(key, request, client)).read(signal)
  }
}

type SharedStream = ReturnType<typeof shareStream>

/** Starts the search, which goes on as fast as its fastest reader reads. `onEnd` is called when it cannot be joined any more. */
function shareStream(search: (signal: AbortSignal) => AsyncGenerator<SearchEvent>, onEnd: () => void) {
  const abandoned = new AbortController()
  const source = search(abandoned.signal)
  const events: SearchEvent[] = []
  let readers = 0
  let isComplete = false
  /** The event that is waited for; it stays here when the search has failed. */
  let next: Promise<void> | undefined
  const readNext = async () => {
    const result = await source.next().catch((error: unknown) => {
      onEnd()
      throw error
    })
    next = undefined
    if (!result.done) return void events.push(result.value)
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
    /** Throws the signal's reason, and what the search throws. */
    async *read(signal: AbortSignal): AsyncGenerator<SearchEvent> {
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
          while (at === events.length && !isComplete) {
            next ??= readNext()
            await Promise.race([next, aborted.promise])
            signal.throwIfAborted()
          }
          const event = events[at]
          if (!event) return
          yield event
        }
      } finally {
        signal.removeEventListener('abort', onAbort)
        if (!signal.aborted) leave(signal)
      }
    },
  }
}
