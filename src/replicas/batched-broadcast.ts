// Batches small messages between replicas: collected for a moment, then published together.
import { z } from 'zod'
import { createBatcher } from '../async/batcher.ts'
import type { ReplicaContext } from './replica-context.ts'

interface BatchedBroadcastOptions<Note> {
  readonly events: Pick<ReplicaContext['events'], 'publish' | 'subscribe'>
  /** The kind of the messages. */
  readonly kind: string
  readonly shape: z.ZodType<Note>
  /** Called with the values of other replicas; of several values for one key, the latest. */
  onReceive(notes: ReadonlyMap<string, Note>): void
}

/** A message of 500 notes has some tens of kilobytes. */
const limits = { maxRows: 500, maxDelayMs: 20 }

/** Creates a batched broadcast of one kind and subscribes to that of other replicas. `send` publishes within a moment. */
export function createBatchedBroadcast<Note>({ events, kind, shape, onReceive }: BatchedBroadcastOptions<Note>) {
  events.subscribe(kind, z.array(z.tuple([z.string(), shape])), (received) => onReceive(new Map(received)))
  const add = createBatcher<readonly [string, Note]>((notes) => events.publish(kind, notes), limits)
  return { send: (key: string, note: Note) => add([key, note]) }
}
