// Small things that replicas tell each other by the hundred: gathered for a moment, and told together.
import { z } from 'zod'
import type { Events } from './events.ts'

export interface Notes<Note> {
  /** Tells the others, within a moment; of several under one key the latest. */
  tell(key: string, note: Note): void
}

export interface NotesParts<Note> {
  readonly events: Pick<Events, 'publish' | 'on'>
  /** The kind of the messages. */
  readonly kind: string
  readonly shape: z.ZodType<Note>
  /** Hears what others tell. */
  hear(notes: ReadonlyMap<string, Note>): void
}

/** So long notes are gathered. */
const gatherMs = 20

/** A message of so many is some tens of kilobytes. */
const mostAtOnce = 500

/** Makes the telling of notes of one kind, and begins to hear those of others. */
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
