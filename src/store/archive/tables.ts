// The functions of the archive's tables, the same in both databases.
import { ngrams } from './ngrams.ts'
import type { createReadOperations } from './read-operations.ts'
import type { LinkHealth, NewSighting, ShareWork, Sighting, SightingQuery, StoredSighting } from './types.ts'

/** A sighting in the queue of the main thread. */
export interface SeenSighting extends NewSighting {
  /** When it was queued, in epoch milliseconds. */
  readonly seenAt: number
}

/** A sighting with its search tokens. */
export interface SightingToWrite extends Sighting, Pick<SeenSighting, 'seenAt'> {
  /** Search tokens separated by blanks. */
  readonly text: string
}

/** A work of a share in the queue. */
export interface SeenWork extends ShareWork {
  /** When it was queued, in epoch milliseconds. */
  readonly seenAt: number
}

/** The health of a share, by its key. */
export interface HealthToWrite extends LinkHealth {
  readonly key: string
}

/** Identifies the sightings of a share by a source. */
export type SightingId = Pick<Sighting, 'key' | 'source'>

export interface MaintenanceState {
  readonly hasMore: boolean
  /** Maintenance must come before the next write. */
  readonly isFull: boolean
  /** Number of shares in the archive. */
  readonly shares: number
}

/** All methods reject with database errors. */
export interface ArchiveTables extends ReturnType<typeof createReadOperations> {
  /** Finds sightings, the newest first. */
  find(wanted: SightingQuery): Promise<StoredSighting[]>
  /** Write atomically, and again without effect. */
  writeSightings(sightings: readonly SeenSighting[], now: number): Promise<void>
  writeHealth(states: readonly HealthToWrite[], now: number): Promise<void>
  writeWorks(works: readonly SeenWork[]): Promise<void>
  removeSightings(sightings: readonly SightingId[]): Promise<void>
}

/** Splits the search texts of sightings into tokens. */
export function withTokens(sightings: readonly SeenSighting[]): SightingToWrite[] {
  let last = { searchText: '', text: '' }
  return sightings.map((sighting) => {
    const { searchText } = sighting
    // The links of a post have the same text, one after the other.
    if (searchText !== last.searchText) last = { searchText, text: ngrams(searchText).join(' ') }
    // Not a copy: nobody else has the batch.
    return Object.assign(sighting, { text: last.text })
  })
}
