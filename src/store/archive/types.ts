// The types of the archive: links as published by sources, and their health.
import type { CloudType } from '../../contract/cloud-types.ts'

/** A share as last published by one source under a title. At most three are stored per share and source, for the newest titles. */
export interface Sighting {
  /** The share key: equal keys are the same share. */
  readonly key: string
  readonly type: CloudType
  /** The canonical address without access code. */
  readonly url: string
  /** The access code given by this source, `''` for none. */
  readonly password: string
  /** The source's id: `tg:<channel>` or `plugin:<name>`. */
  readonly source: string
  /** The id of the post at its source. */
  readonly post: string
  /** The title of the link's work, or of the post if it does not list works. */
  readonly title: string
  /** The title of the post if the link has a title of its own, else `''`. */
  readonly heading: string
  /** When the post was written, in epoch milliseconds; undefined if unknown. */
  readonly at: number | undefined
}

/** A sighting to store. */
export interface NewSighting extends Sighting {
  /** The folded text by which it is found. */
  readonly searchText: string
}

/** The key of a share, and that of a work which it stands under in a search. */
export interface ShareWork {
  readonly share: string
  readonly work: string
}

export interface LinkHealth {
  readonly state: 'ok' | 'bad' | 'locked'
  /** When it was checked, in epoch milliseconds. */
  readonly at: number
}

/** A stored sighting. Times are in epoch milliseconds. */
export interface StoredSighting extends Sighting {
  /** Its position; the next page starts below that of the last one. */
  readonly place: number
  /** When the share was first seen at this source, and last seen under this title. */
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  readonly health?: LinkHealth
}

/** A query: sightings with all tokens of at least one alternative. An alternative without tokens finds nothing. */
export interface SightingQuery {
  readonly ways: readonly (readonly string[])[]
  /** Only these clouds; undefined for all. */
  readonly types: readonly CloudType[] | undefined
  /** Only these sources. */
  readonly sources: readonly string[]
  readonly most: number
  /** Only those below this position. */
  readonly below?: number | undefined
  /** Not those of these posts, named `<source> <post>`. */
  readonly except?: readonly string[] | undefined
}

/** A page of a scan of the whole archive: start at 0 and continue at `next` until it is undefined. */
export interface ScanPage {
  readonly sightings: readonly StoredSighting[]
  readonly next: number | undefined
}

/** The recent posts of a source. */
export interface SourceYield {
  /** Its id. */
  readonly source: string
  readonly links: number
  /** Groups of the works that its links stand under, which are the first parts of their keys; the most frequent first. */
  readonly groups: readonly string[]
}

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
export interface SeenWork extends ShareWork, Pick<SeenSighting, 'seenAt'> {}

/** The health of a share, by its key. */
export interface HealthToWrite extends LinkHealth {
  readonly key: string
}

/** Identifies the sightings of a share by a source. */
export type SightingId = Pick<Sighting, 'key' | 'source'>
