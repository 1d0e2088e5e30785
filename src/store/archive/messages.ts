// Messages between the main thread and the archive's thread. Requests carry the main thread's clock.
import type { HealthReport } from '../thread/database-health.ts'
import type {
  LinkHealth,
  NewSighting,
  ScanPage,
  ShareWork,
  Sighting,
  SightingQuery,
  SourceYield,
  StoredSighting,
} from './types.ts'

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

/** A sighting in the overflow queue, with its position. */
export type QueuedSighting = SightingToWrite & { readonly place: number }

/** A work of a share in the queue. */
export interface SeenWork extends ShareWork {
  /** When it was queued, in epoch milliseconds. */
  readonly seenAt: number
}

/** Identifies the sightings of a share by a source. */
export type SightingId = Pick<Sighting, 'key' | 'source'>

/** Data that is written in one transaction. */
export interface ArchiveBatch<S = SightingToWrite> {
  readonly sightings: readonly S[]
  readonly states: readonly (readonly [string, LinkHealth])[]
  /** Absent if there are none. */
  readonly works?: readonly SeenWork[]
}

export type ArchiveRequestBody =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'maintain'; readonly isIdle: boolean }
  | { readonly kind: 'find'; readonly wanted: SightingQuery }
  | { readonly kind: 'newest'; readonly most: number }
  | { readonly kind: 'work'; readonly key: string }
  | { readonly kind: 'yields'; readonly since: number }
  | { readonly kind: 'health'; readonly most: number }
  | { readonly kind: 'scan'; readonly from: number }
  | { readonly kind: 'write'; readonly batch: ArchiveBatch<SeenSighting> }
  | { readonly kind: 'remove'; readonly sightings: readonly SightingId[] }
  | { readonly kind: 'overflow'; readonly from: number }
  | { readonly kind: 'removeQueued'; readonly places: readonly number[] }

/** `now` is in epoch milliseconds. */
export type ArchiveRequest = ArchiveRequestBody & {
  readonly id: number
  readonly now: number
  /** Whether this process may write to the folder. */
  readonly mayWrite: boolean
}

export interface OverflowSize {
  readonly count: number
  readonly dropped: number
}

export interface ArchiveResponse extends HealthReport {
  readonly id: number
  readonly isAnother: boolean
  /** Number of shares in the archive. */
  readonly shares: number
  /** Whether the data was written, to the database or to the overflow queue. */
  readonly isDone: boolean
  /** The overflow queue: sightings in it, and sightings dropped since it was last empty. Absent without a queue on disk. */
  readonly onDisk?: OverflowSize | undefined
  /** Whether maintenance has more to do; with `isFull` it must come before the next write. */
  readonly hasMore: boolean
  readonly isFull: boolean
  /** The result of a read; absent if the read failed. */
  readonly found?: readonly StoredSighting[]
  readonly ofWork?: readonly StoredSighting[]
  readonly yields?: readonly SourceYield[]
  readonly health?: ReadonlyMap<string, LinkHealth>
  readonly scanned?: ScanPage
  readonly queued?: readonly QueuedSighting[]
}
