// The archive's write queue in memory: the newest of each sighting and state, bounded, held until written.
import { storableText } from '../sql/sql.ts'
import type { ArchiveBatch, SeenSighting } from './messages.ts'
import type { LinkHealth, NewSighting, Sighting } from './types.ts'

export type ArchiveWriteQueue = ReturnType<typeof createArchiveWriteQueue>

/** Maximum characters of a field other than titles. */
const maxFieldLength = 4_096
/** Maximum characters of a title; its first 400 are searchable. */
const maxTitleLength = 500

/** Creates a queue for up to `maxQueued` sightings and as many states; the oldest are dropped. */
export function createArchiveWriteQueue(maxQueued: number) {
  const sightings = new Map<string, SeenSighting>()
  const states = new Map<string, LinkHealth>()
  let dropped = 0

  function put<T>(into: Map<string, T>, key: string, value: T): void {
    into.delete(key)
    into.set(key, value)
    if (into.size <= maxQueued) return
    for (const oldest of into.keys()) {
      into.delete(oldest)
      dropped += 1
      return
    }
  }

  /** Removes entries, unless a newer version was queued in the meantime, which must still be written. */
  function removeWritten<T>(from: Map<string, T>, entries: readonly (readonly [string, T])[]): void {
    for (const [key, value] of entries) if (from.get(key) === value) from.delete(key)
  }

  return {
    /** Queues sightings. Long titles are truncated; sightings with an overlong key, URL, code or post are ignored as invalid. */
    put(some: readonly NewSighting[], seenAt: number): void {
      for (const sighting of some) {
        if (isTooLong(sighting)) continue
        const { title, heading } = sighting
        const entry = { ...sighting, title: truncateTitle(title), heading: truncateTitle(heading), seenAt }
        const name = sightingName(entry)
        const before = sightings.get(name)
        put(sightings, name, before ? mergeSightings(before, entry) : entry)
      }
    },
    /** Queues health states; ignores overlong keys. */
    putStates(some: ReadonlyMap<string, LinkHealth>): void {
      for (const [key, state] of some) if (key.length <= maxFieldLength) put(states, key, state)
    },
    /** The oldest entries, up to `most` of each kind; `done` removes them if they were written, else they stay for a retry. */
    take(most: number) {
      const some = [...sightings.entries().take(most)]
      // States follow all sightings, because a state needs its share.
      const ofShares = some.length === sightings.size ? [...states.entries().take(most)] : []
      const batch: ArchiveBatch<SeenSighting> = { sightings: some.map(([, sighting]) => sighting), states: ofShares }
      const done = (isWritten: boolean) => {
        if (!isWritten) return
        removeWritten(sightings, some)
        removeWritten(states, ofShares)
        if (sightings.size + states.size === 0) dropped = 0
      }
      return { batch, done }
    },
    /** Removes sightings from the queue. */
    forget(isUnwanted: (sighting: Sighting) => boolean): void {
      for (const [name, sighting] of sightings) if (isUnwanted(sighting)) sightings.delete(name)
    },
    count: () => sightings.size,
    hasSome: () => sightings.size + states.size > 0,
    /** Number of entries dropped unwritten since the queue was last empty. */
    dropped: () => dropped,
  }
}

function isTooLong({ key, url, post, password }: Sighting): boolean {
  return [key, url, post, password].some((text) => text.length > maxFieldLength)
}

/** Truncates a title and removes lone surrogates and NUL, which databases change or reject: the title would always look new. */
function truncateTitle(title: string): string {
  return storableText(title.slice(0, maxTitleLength))
}

/** Merges two posts in which a source shows a share under the same title: the later one wins, but an omitted access code is kept. */
export function mergeSightings<S extends Omit<SeenSighting, 'searchText'>>(before: S, entry: S): S {
  const isOlder = before.at !== undefined && entry.at !== undefined && entry.at < before.at
  const [newer, older] = isOlder ? [before, entry] : [entry, before]
  return { ...newer, password: newer.password || older.password, seenAt: entry.seenAt }
}

/** The identity of a sighting. Keys and sources contain no line breaks. */
export function sightingName({ key, source, title }: Sighting): string {
  return `${source}\n${key}\n${title}`
}
