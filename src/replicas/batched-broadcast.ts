// Batches small messages between replicas: collected for a moment, then published together.
import { z } from 'zod'
import type { PubSub } from './pubsub.ts'

export interface BatchedBroadcast<Note> {
  /** Publishes within a moment; of several values for one key, the latest. */
  send(key: string, note: Note): void
}

export interface BatchedBroadcastOptions<Note> {
  readonly events: Pick<PubSub, 'publish' | 'subscribe'>
  /** The kind of the messages. */
  readonly kind: string
  readonly shape: z.ZodType<Note>
  /** Called with the values of other replicas. */
  onReceive(notes: ReadonlyMap<string, Note>): void
}

/** Maximum delay of a batch. */
const flushMs = 20

/** A message of this size has some tens of kilobytes. */
const maxBatch = 500

/** Creates a batched broadcast of one kind and subscribes to that of other replicas. */
export function createBatchedBroadcast<Note>({
  events,
  kind,
  shape,
  onReceive,
}: BatchedBroadcastOptions<Note>): BatchedBroadcast<Note> {
  const pending = new Map<string, Note>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    events.publish(kind, [...pending])
    pending.clear()
  }

  events.subscribe(kind, z.array(z.tuple([z.string(), shape])), (received) => onReceive(new Map(received)))
  return {
    send(key, note) {
      pending.set(key, note)
      if (pending.size >= maxBatch) flush()
      else timer ??= setTimeout(flush, flushMs).unref()
    },
  }
}
