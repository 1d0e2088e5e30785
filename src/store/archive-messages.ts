// Messages between the main thread and the archive's thread. Requests carry the main thread's clock.
import type {
  KeptSighting,
  KnownHealth,
  Sighting,
  SightingToKeep,
  Stretch,
  WantedSightings,
} from '../search/archive/sighting.ts'
import type { ToldOfHealth } from './disk-health.ts'

/** A sighting to be written. */
export interface SightingToWrite extends Omit<SightingToKeep, 'tokens'> {
  /** Search tokens separated by blanks. */
  readonly text: string
  /** When it was queued, in epoch milliseconds. */
  readonly seenAt: number
}

/** A sighting in the overflow queue, with its position. */
export type HeldSighting = SightingToWrite & { readonly place: number }

/** Identifies the sightings of a share by a source. */
export type Seen = Pick<Sighting, 'key' | 'source'>

/** Data that is written in one transaction. */
export interface ArchiveBatch {
  readonly sightings: readonly SightingToWrite[]
  readonly states: readonly (readonly [string, KnownHealth])[]
}

export type ArchiveTask =
  | { readonly kind: 'open' | 'tend' | 'close' }
  | { readonly kind: 'find'; readonly wanted: WantedSightings }
  | { readonly kind: 'health'; readonly most: number }
  | { readonly kind: 'stretch'; readonly from: number }
  | { readonly kind: 'write'; readonly batch: ArchiveBatch }
  | { readonly kind: 'remove'; readonly sightings: readonly Seen[] }
  | { readonly kind: 'held'; readonly from: number }
  | { readonly kind: 'forget'; readonly places: readonly number[] }

/** `now` is in epoch milliseconds. */
export type ArchiveOrder = ArchiveTask & {
  readonly id: number
  readonly now: number
  /** Whether this process may write to the folder. */
  readonly mayWrite: boolean
}

export interface OnDisk {
  readonly count: number
  readonly dropped: number
}

export interface ArchiveReply extends ToldOfHealth {
  readonly id: number
  readonly isAnother: boolean
  /** Number of shares in the archive. */
  readonly shares: number
  /** Whether the data was written, to the database or to the overflow queue. */
  readonly isDone: boolean
  /** The overflow queue: sightings in it, and sightings dropped since it was last empty. Absent without a queue on disk. */
  readonly onDisk?: OnDisk | undefined
  /** Whether maintenance has more to do; with `isFull` it must come before the next write. */
  readonly hasMore: boolean
  readonly isFull: boolean
  /** The result of a read; absent if the read failed. */
  readonly found?: readonly KeptSighting[]
  readonly health?: ReadonlyMap<string, KnownHealth>
  readonly stretch?: Stretch
  readonly held?: readonly HeldSighting[]
}
