// The archive's write queue in memory: the newest of each sighting and state, bounded, held until written.
import { LRUCache } from 'lru-cache'
import { storableText } from '../sql/sql.ts'
import type { ArchiveBatch, SeenSighting, SeenWork } from './messages.ts'
import type { LinkHealth, NewSighting, ShareWork, Sighting } from './types.ts'

export type ArchiveWriteQueue = ReturnType<typeof createArchiveWriteQueue>

/** Maximum characters of a field other than titles. */
const maxFieldLength = 4_096
/** Maximum characters of a title; its first 400 are searchable. */
const maxTitleLength = 500
/** Maximum characters of the key of a work: that of a path segment, with which it is asked for. Real ones have up to 50. */
const maxWorkKeyLength = 100

/**
 * Creates a map of up to `maxEntries`; the oldest are dropped, and reported to `onDrop`. A linked list, because the first entry of a `Map` takes
 * the longer to find the more entries were deleted before it.
 */
function createBoundedMap<Value extends object>(maxEntries: number, onDrop: () => void) {
  const entries = new LRUCache<string, Value>({
    // `max` would allocate all entries at once.
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    dispose: (_value, _key, reason) => {
      if (reason === 'evict') onDrop()
    },
  })
  return {
    entries,
    put: (key: string, value: Value) => void entries.set(key, value),
    /** The oldest entries, up to `most`. `done` removes them, unless a newer version was put in the meantime, which must still be written. */
    take(most: number) {
      const taken = [...entries.rkeys().take(most)].flatMap((key) => {
        const value = entries.peek(key)
        return value === undefined ? [] : [[key, value] as const]
      })
      const done = () => {
        for (const [key, value] of taken) if (entries.peek(key) === value) entries.delete(key)
      }
      return { taken, done }
    },
  }
}

/** Creates a queue for up to `maxQueued` sightings and as many states and works; the oldest are dropped. */
export function createArchiveWriteQueue(maxQueued: number) {
  let dropped = 0
  const countDropped = () => void dropped++
  const sightings = createBoundedMap<SeenSighting>(maxQueued, countDropped)
  const states = createBoundedMap<LinkHealth>(maxQueued, countDropped)
  const works = createBoundedMap<SeenWork>(maxQueued, countDropped)
  const hasSome = () => sightings.entries.size + states.entries.size + works.entries.size > 0

  return {
    /** Queues sightings. Long titles are truncated; sightings with an overlong key, URL, code or post are ignored as invalid. */
    put(some: readonly NewSighting[], seenAt: number): void {
      for (const sighting of some) {
        if (isTooLong(sighting)) continue
        const { title, heading } = sighting
        const entry = { ...sighting, title: truncateTitle(title), heading: truncateTitle(heading), seenAt }
        const name = sightingName(entry)
        const before = sightings.entries.peek(name)
        sightings.put(name, before ? mergeSightings(before, entry) : entry)
      }
    },
    /** Queues health states; ignores overlong keys. */
    putStates(some: ReadonlyMap<string, LinkHealth>): void {
      for (const [key, state] of some) if (key.length <= maxFieldLength) states.put(key, state)
    },
    /** Queues the works of shares; ignores overlong keys. */
    putWorks(some: readonly ShareWork[], seenAt: number): void {
      for (const { share, work } of some) {
        if (share.length > maxFieldLength || work.length > maxWorkKeyLength) continue
        works.put(`${share}\n${work}`, { share, work: storableText(work), seenAt })
      }
    },
    /** The oldest entries, up to `most` of each kind; `done` removes them if they were written, else they stay for a retry. */
    take(most: number) {
      const some = sightings.take(most)
      // States and works follow all sightings, because they need their share.
      const mostOfShares = some.taken.length === sightings.entries.size ? most : 0
      const [someStates, someWorks] = [states.take(mostOfShares), works.take(mostOfShares)]
      const batch: ArchiveBatch<SeenSighting> = {
        sightings: some.taken.map(([, sighting]) => sighting),
        states: someStates.taken,
        works: someWorks.taken.map(([, work]) => work),
      }
      const done = (isWritten: boolean) => {
        if (!isWritten) return
        for (const part of [some, someStates, someWorks]) part.done()
        if (!hasSome()) dropped = 0
      }
      return { batch, done }
    },
    /** Removes sightings from the queue. */
    drop(isUnwanted: (sighting: Sighting) => boolean): void {
      for (const [name, one] of [...sightings.entries.entries()]) if (isUnwanted(one)) sightings.entries.delete(name)
    },
    count: () => sightings.entries.size,
    hasSome,
    /** Whether a share of this work is queued. */
    hasWork: (key: string) => works.entries.values().some(({ work }) => work === key),
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
