// The archive's write queue in memory: the newest of each sighting and state, bounded, held until written.
import { storableText } from '../sql/json-lists.ts'
import type { ArchiveBatch, SightingToWrite } from './messages.ts'
import type { LinkHealth, NewSighting, Sighting } from './types.ts'

export type ArchiveWriteQueue = ReturnType<typeof createArchiveWriteQueue>

/** Maximum characters of a field other than titles. */
const maxFieldLength = 4_096
/** Maximum characters of a title; its first 400 are searchable. */
const maxTitleLength = 500

/** Creates a queue for up to `maxQueued` sightings and as many states; the oldest are dropped. */
export function createArchiveWriteQueue(maxQueued: number) {
  const sightings = new Map<string, SightingToWrite>()
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

  function finish(batch: ArchiveBatch): void {
    for (const sighting of batch.sightings) {
      const key = sightingName(sighting)
      // A newer version was queued in the meantime and must still be written.
      if (sightings.get(key) === sighting) sightings.delete(key)
    }
    for (const [key, state] of batch.states) if (states.get(key) === state) states.delete(key)
    if (sightings.size + states.size === 0) dropped = 0
  }

  return {
    /** Queues sightings. Long titles are truncated; sightings with an overlong key, URL, code or post are ignored as invalid. */
    put(some: readonly NewSighting[], seenAt: number): void {
      for (const { tokens, ...sighting } of some) {
        if (isTooLong(sighting)) continue
        const titles = { title: truncateTitle(sighting.title), heading: truncateTitle(sighting.heading) }
        const entry = { ...sighting, ...titles, text: tokens.join(' '), seenAt }
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
      const some = [...sightings.values().take(most)]
      // States follow all sightings, because a state needs its share.
      const areAll = some.length === sightings.size
      const batch: ArchiveBatch = { sightings: some, states: areAll ? [...states.entries().take(most)] : [] }
      return { batch, done: (isWritten: boolean) => void (isWritten && finish(batch)) }
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
export function mergeSightings(before: SightingToWrite, entry: SightingToWrite): SightingToWrite {
  const isOlder = before.at !== undefined && entry.at !== undefined && entry.at < before.at
  const [newer, older] = isOlder ? [before, entry] : [entry, before]
  return { ...newer, password: newer.password || older.password, seenAt: entry.seenAt }
}

/** The identity of a sighting. Keys and sources contain no line breaks. */
export function sightingName({ key, source, title }: Sighting): string {
  return `${source}\n${key}\n${title}`
}
