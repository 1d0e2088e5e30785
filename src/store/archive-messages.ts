// What the main thread and the archive's thread say to each other. The clock is the main thread's: each order says what time it is.
import type {
  KeptSighting,
  KnownHealth,
  Sighting,
  SightingToKeep,
  Stretch,
  WantedSightings,
} from '../search/archive/sighting.ts'
import type { ToldOfHealth } from './disk-health.ts'

/** A sighting on its way to the file. */
export interface SightingToWrite extends Omit<SightingToKeep, 'tokens'> {
  /** Its tokens, with blanks between them. */
  readonly text: string
  /** When it was handed in, in epoch milliseconds. */
  readonly seenAt: number
}

/** One that waits on disk, in its place among those. */
export type HeldSighting = SightingToWrite & { readonly place: number }

/** Whose sighting of which share. */
export type Seen = Pick<Sighting, 'key' | 'source'>

/** What is written in one transaction. */
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
  /** Whether the folder is ours to write. */
  readonly mayWrite: boolean
}

export interface OnDisk {
  readonly count: number
  readonly dropped: number
}

export interface ArchiveReply extends ToldOfHealth {
  readonly id: number
  readonly isAnother: boolean
  /** How many shares are kept. */
  readonly shares: number
  /** Whether what was to be written is written, or waits on disk. */
  readonly isDone: boolean
  /** What cannot be written waits on disk: how many sightings do, and how many were let go since none did. Absent where all waits in memory. */
  readonly onDisk?: OnDisk
  /** Whether there is more to tend; `isFull`: nothing may be written before it is done. */
  readonly hasMore: boolean
  readonly isFull: boolean
  /** What was asked for. Without it reading failed. */
  readonly found?: readonly KeptSighting[]
  readonly health?: ReadonlyMap<string, KnownHealth>
  readonly stretch?: Stretch
  readonly held?: readonly HeldSighting[]
}
