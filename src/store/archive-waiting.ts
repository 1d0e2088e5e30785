// Sightings and states on their way to the archive: the newest of each only, bounded in number and length, held until they are written.
import type { KnownHealth, Sighting, SightingToKeep } from '../search/archive/sighting.ts'
import type { ArchiveBatch, SightingToWrite } from './archive-messages.ts'
import { asKept } from './sql-lists.ts'

/** A part of what waits, on its way. */
export interface BatchUnderWay {
  readonly batch: ArchiveBatch
  /** Lets go what was written; keeps what was not, to be tried again. */
  done(isWritten: boolean): void
}

export interface ArchiveWaiting {
  /** Titles that are too long are cut; a sighting whose key, address, code or post is too long is none of a share that anybody could open, and is passed over. */
  put(sightings: readonly SightingToKeep[], seenAt: number): void
  /** Of shares whose keys are too long nothing is kept. */
  putStates(states: ReadonlyMap<string, KnownHealth>): void
  /** The oldest, at most so many of each kind. */
  take(most: number): BatchUnderWay
  /** Forgets sightings: they are not to be written any more. */
  forget(isUnwanted: (sighting: Sighting) => boolean): void
  /** How many sightings wait. */
  count(): number
  hasSome(): boolean
  /** How many sightings and states were let go unwritten since nothing waited. */
  dropped(): number
}

/** Characters of what belongs to a sighting beside its titles. */
const longest = 4_096
/** Characters of a title; it is found by its first 400. */
const longestTitle = 500

/** Holds so many sightings and so many states; beyond it the oldest are let go. */
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
      // A newer one has come meanwhile, and waits for its own turn.
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
      // A share has to be there before its state can be noted.
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

/** A half of a character that was cut would come back as another one, and look like a new title; so would a NUL, which PostgreSQL does not keep. */
function cut(title: string): string {
  return asKept(title.slice(0, longestTitle))
}

/** Of two posts in which a source shows a share under one title the later one counts; a code that it leaves out stays. */
export function newerOf(before: SightingToWrite, entry: SightingToWrite): SightingToWrite {
  const isOlder = before.at !== undefined && entry.at !== undefined && entry.at < before.at
  const [newer, older] = isOlder ? [before, entry] : [entry, before]
  return { ...newer, password: newer.password || older.password, seenAt: entry.seenAt }
}

/** What a sighting is told from others by. No key and no source has a line end in it. */
export function nameOf({ key, source, title }: Sighting): string {
  return `${source}\n${key}\n${title}`
}
