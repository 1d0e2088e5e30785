// The archive's write queue in memory: the newest of each sighting and state, bounded, held until written.
import type { KnownHealth, Sighting, SightingToKeep } from '../search/archive/sighting.ts'
import type { ArchiveBatch, SightingToWrite } from './archive-messages.ts'
import { asKept } from './sql-lists.ts'

/** A batch that is being written. */
export interface BatchUnderWay {
  readonly batch: ArchiveBatch
  /** Removes the batch if it was written; otherwise it stays queued for a retry. */
  done(isWritten: boolean): void
}

export interface ArchiveWaiting {
  /** Queues sightings. Long titles are truncated; sightings with an overlong key, URL, code or post are ignored as invalid. */
  put(sightings: readonly SightingToKeep[], seenAt: number): void
  /** Queues health states; ignores overlong keys. */
  putStates(states: ReadonlyMap<string, KnownHealth>): void
  /** The oldest entries, up to `most` of each kind. */
  take(most: number): BatchUnderWay
  /** Removes sightings from the queue. */
  forget(isUnwanted: (sighting: Sighting) => boolean): void
  /** Number of queued sightings. */
  count(): number
  hasSome(): boolean
  /** Number of entries dropped unwritten since the queue was last empty. */
  dropped(): number
}

/** Maximum characters of a field other than titles. */
const longest = 4_096
/** Maximum characters of a title; its first 400 are searchable. */
const longestTitle = 500

/** Creates a queue for up to `mostHeld` sightings and as many states; the oldest are dropped. */
export function createArchiveWaiting(mostHeld: number): ArchiveWaiting {
  const sightings = new Map<string, SightingToWrite>()
  const states = new Map<string, KnownHealth>()
  let dropped = 0

  function hold<T>(into: Map<string, T>, key: string, value: T): void {
    into.delete(key)
    into.set(key, value)
    if (into.size <= mostHeld) return
    for (const oldest of into.keys()) {
      into.delete(oldest)
      dropped += 1
      return
    }
  }

  function finish(batch: ArchiveBatch): void {
    for (const sighting of batch.sightings) {
      const key = nameOf(sighting)
      // A newer version was queued in the meantime and must still be written.
      if (sightings.get(key) === sighting) sightings.delete(key)
    }
    for (const [key, state] of batch.states) if (states.get(key) === state) states.delete(key)
    if (sightings.size + states.size === 0) dropped = 0
  }

  return {
    put(some, seenAt) {
      for (const { tokens, ...sighting } of some) {
        if (isTooLong(sighting)) continue
        const { title, heading } = sighting
        const entry = { ...sighting, title: cut(title), heading: cut(heading), text: tokens.join(' '), seenAt }
        const name = nameOf(entry)
        const before = sightings.get(name)
        hold(sightings, name, before ? newerOf(before, entry) : entry)
      }
    },
    putStates(some) {
      for (const [key, state] of some) if (key.length <= longest) hold(states, key, state)
    },
    take(most) {
      const some = [...sightings.values().take(most)]
      // States follow all sightings, because a state needs its share.
      const areAll = some.length === sightings.size
      const batch = { sightings: some, states: areAll ? [...states.entries().take(most)] : [] }
      return { batch, done: (isWritten) => isWritten && finish(batch) }
    },
    forget(isUnwanted) {
      for (const [name, sighting] of sightings) if (isUnwanted(sighting)) sightings.delete(name)
    },
    count: () => sightings.size,
    hasSome: () => sightings.size + states.size > 0,
    dropped: () => dropped,
  }
}

function isTooLong({ key, url, post, password }: Sighting): boolean {
  return [key, url, post, password].some((text) => text.length > longest)
}

/** Truncates a title and removes lone surrogates and NUL, which databases change or reject: the title would always look new. */
function cut(title: string): string {
  return asKept(title.slice(0, longestTitle))
}

/** Merges two posts in which a source shows a share under the same title: the later one wins, but an omitted access code is kept. */
export function newerOf(before: SightingToWrite, entry: SightingToWrite): SightingToWrite {
  const isOlder = before.at !== undefined && entry.at !== undefined && entry.at < before.at
  const [newer, older] = isOlder ? [before, entry] : [entry, before]
  return { ...newer, password: newer.password || older.password, seenAt: entry.seenAt }
}

/** The identity of a sighting. Keys and sources contain no line breaks. */
export function nameOf({ key, source, title }: Sighting): string {
  return `${source}\n${key}\n${title}`
}
