// What the archive keeps: links as sources showed them; and the shelf that keeps it.
import type { CloudType } from '../../contract/search.ts'

/** A share as one source showed it last under a title. There are three for each share and source at the most, one for each of the newest titles. */
export interface Sighting {
  /** The share's key: equal keys are the same share. */
  readonly key: string
  readonly type: CloudType
  /** The canonical address without access code. */
  readonly url: string
  /** The access code this source gave, `''` for none. */
  readonly password: string
  /** The source's id: `tg:<channel>` or `plugin:<name>`. */
  readonly source: string
  /** The source's own id of the post. */
  readonly post: string
  /** The title of the work the link belongs to, or of the post when it lists no works. */
  readonly title: string
  /** The post's title where the link has one of its own, else `''`. */
  readonly heading: string
  /** When the post was written, in epoch milliseconds; undefined when unknown. */
  readonly at: number | undefined
}

/** A sighting to be kept, with what it is found by. */
export interface SightingToKeep extends Sighting {
  /** Each at most once; without blanks. */
  readonly tokens: readonly string[]
}

/** What is known of a share's health. */
export interface KnownHealth {
  readonly state: 'ok' | 'bad' | 'locked'
  /** When it was found to be so, in epoch milliseconds. */
  readonly at: number
}

/** A sighting as it was kept. Times are in epoch milliseconds. */
export interface KeptSighting extends Sighting {
  /** Where it stands among all: whoever wants more than he was given goes on below the last. */
  readonly place: number
  /** When this source showed the share first, and last under this title, as far as we asked. */
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  readonly health?: KnownHealth
}

/** Which sightings are wanted: those that have all tokens of one of the ways. A way without tokens finds nothing. */
export interface WantedSightings {
  readonly ways: readonly (readonly string[])[]
  /** Only of these clouds; undefined: of all. */
  readonly types: readonly CloudType[] | undefined
  /** Only by these sources. */
  readonly sources: readonly string[]
  /** At most so many. */
  readonly most: number
  /** Only those that come after the one in this place. */
  readonly below?: number | undefined
}

/** A piece of the whole archive: whoever goes through it begins with 0 and goes on with `next` until that is undefined. */
export interface Stretch {
  readonly sightings: readonly KeptSighting[]
  readonly next: number | undefined
}

/** How much is kept. */
export interface ArchiveSize {
  readonly shares: number
  readonly bytes: number
  /** Within so much it is kept. */
  readonly maxBytes: number
}

/** Where sightings are kept; `store/archive-shelf.ts` has it. Nothing here rejects: one that fails says so in `troubles` and is as good as empty. */
export interface ArchiveShelf {
  /** Those that came last first, of the twenty thousand newest that have the tokens. */
  find(wanted: WantedSightings): Promise<readonly KeptSighting[]>
  /** Keeps them when it gets to it; what this source showed of the share before under this title or in this post is replaced, unless that post is known to be newer. Nobody waits. */
  keep(sightings: readonly SightingToKeep[]): void
  /** Notes how shares are, those that it has. Nobody waits. */
  noteHealth(states: ReadonlyMap<string, KnownHealth>): void
  /** How shares were found to be, those found last first, at most so many. */
  health(most: number): Promise<ReadonlyMap<string, KnownHealth>>
  /** The sightings from a place on; undefined when they could not be read. */
  stretch(from: number): Promise<Stretch | undefined>
  /** Lets go what sources showed of shares; resolves to whether it is gone. */
  remove(sightings: readonly Pick<Sighting, 'key' | 'source'>[]): Promise<boolean>
  /** Lets go what waits to be kept and is unwanted; what is on its way to the file at this moment is in the next `stretch`. */
  forgetWaiting(isUnwanted: (sighting: Sighting) => boolean): void
  /** How much is kept, as far as is known at the moment. */
  size(): ArchiveSize
}
