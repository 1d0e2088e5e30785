// Sightings and states on their way to the archive: the newest of each only, bounded in number, held until they are written.
import type { KnownHealth, SightingToKeep } from '../search/archive/sighting.ts'
import type { ArchiveBatch, Seen, SightingToWrite } from './archive-messages.ts'

/** A part of what waits, on its way. */
export interface BatchUnderWay {
  readonly batch: ArchiveBatch
  /** Lets go what was written; keeps what was not, to be tried again. */
  done(isWritten: boolean): void
}

export interface ArchiveWaiting {
  put(sightings: readonly SightingToKeep[], seenAt: number): void
  putStates(states: ReadonlyMap<string, KnownHealth>): void
  /** The oldest, at most so many of each kind. */
  take(most: number): BatchUnderWay
  /** Forgets a sighting: it is not to be written any more. */
  forget(seen: Seen): void
  /** How many sightings wait. */
  count(): number
  hasSome(): boolean
  /** How many sightings and states were let go unwritten since nothing waited. */
  dropped(): number
}

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
        const entry = { ...sighting, text: tokens.join(' '), seenAt }
        const before = sightings.get(nameOf(entry))
        hold(sightings, nameOf(entry), newerOf(before, entry))
      }
    },
    putStates(some) {
      for (const [key, state] of some) hold(states, key, state)
    },
    take(most) {
      const some = [...sightings.values().take(most)]
      // A share has to be there before its state can be noted.
      const areAll = some.length === sightings.size
      const batch = { sightings: some, states: areAll ? [...states.entries().take(most)] : [] }
      return { batch, done: (isWritten) => isWritten && finish(batch) }
    },
    forget: (seen) => void sightings.delete(nameOf(seen)),
    count: () => sightings.size,
    hasSome: () => sightings.size + states.size > 0,
    dropped: () => dropped,
  }
}

/** Of two posts in which a source shows a share the later one counts. */
function newerOf(before: SightingToWrite | undefined, entry: SightingToWrite): SightingToWrite {
  const isOlder = before?.at !== undefined && entry.at !== undefined && entry.at < before.at
  return isOlder ? { ...before, seenAt: entry.seenAt } : entry
}

/** No key and no source has a line end in it. */
function nameOf({ key, source }: Seen): string {
  return `${source}\n${key}`
}
