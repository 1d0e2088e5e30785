// Batches small messages between replicas: collected for a moment, then published together.
import { z } from 'zod'
import type { Events } from './events.ts'

export interface Notes<Note> {
  /** Publishes within a moment; of several values for one key, the latest. */
  tell(key: string, note: Note): void
}

export interface NotesParts<Note> {
  readonly events: Pick<Events, 'publish' | 'on'>
  /** The kind of the messages. */
  readonly kind: string
  readonly shape: z.ZodType<Note>
  /** Called with the values of other replicas. */
  hear(notes: ReadonlyMap<string, Note>): void
}

/** Maximum delay of a batch. */
const gatherMs = 20

/** A message of this size has some tens of kilobytes. */
const mostAtOnce = 500

/** Creates a batched broadcast of one kind and subscribes to that of other replicas. */
export function createNotes<Note>({ events, kind, shape, hear }: NotesParts<Note>): Notes<Note> {
  const notes = new Map<string, Note>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    events.publish(kind, [...notes])
    notes.clear()
  }

  events.on(kind, z.array(z.tuple([z.string(), shape])), (told) => hear(new Map(told)))
  return {
    tell(key, note) {
      notes.set(key, note)
      if (notes.size >= mostAtOnce) flush()
      else timer ??= setTimeout(flush, gatherMs).unref()
    },
  }
}
