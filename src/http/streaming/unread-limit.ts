// Bounds what waits for a client that does not read its streams.
import { abortableWait } from '../../async/abortable.ts'
import type { NamedEvent } from './server-sent-events.ts'

/** The unread bytes of one client, in all its streams together. */
interface Unread {
  bytes: number
  /** Resolves when a stream of the client has been read further, or has ended. */
  progress: PromiseWithResolvers<void>
}

/** A search with details has a few megabytes. The largest event may have more: one may always wait. */
const maxUnreadBytes = 16_000_000

/**
 * Creates the limit on the bytes of events that wait for a client, the sum over its streams. An event waits until the next one is wanted; the
 * socket may hold one more of each stream. A stream pauses before an event that does not fit. The streams of an undefined client are not limited.
 */
export function createUnreadLimit(maxBytes = maxUnreadBytes) {
  const clients = new Map<string, Unread>()
  /** Yields `events`, as the limit of `client` allows. Rejects with the reason of `signal` if it aborts during a pause. */
  return async function* limited(
    events: AsyncIterable<NamedEvent>,
    client: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<NamedEvent> {
    if (client === undefined) return yield* events
    for await (const event of events) {
      const bytes = Buffer.byteLength(event.data)
      for (let unread = clients.get(client); unread && unread.bytes + bytes > maxBytes; unread = clients.get(client))
        await abortableWait(unread.progress.promise, signal)
      const unread = clients.get(client) ?? { bytes: 0, progress: Promise.withResolvers<void>() }
      clients.set(client, unread)
      unread.bytes += bytes
      try {
        yield event
      } finally {
        unread.bytes -= bytes
        if (unread.bytes === 0) clients.delete(client)
        unread.progress.resolve()
        unread.progress = Promise.withResolvers<void>()
      }
    }
  }
}
