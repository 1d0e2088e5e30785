// Who follows which lists: what is followed is kept fresh, and each that follows hears when something may have come of it.
import type { Bans } from '../bans/bans.ts'
import type { Metrics } from '../metrics.ts'
import { keyOf } from '../upstream/kept.ts'
import type { Versions } from '../upstream/versions.ts'
import type { HotList } from './accept-family.ts'
import type { Refresher } from './refresher.ts'

export interface Following {
  /**
   * Somebody begins to follow lists; undefined when there are too many already, or all is about to end. Who is no `client` is not counted
   * as one.
   */
  begin(client?: string): Follower | undefined
  /** Has a client as many places as one may have? */
  hasItsShare(client: string): boolean
  /** Ends all following, for good: the service stops. */
  end(): void
}

/** One that follows lists. */
export interface Follower {
  /** Aborts when the service stops. */
  readonly ending: AbortSignal
  /** When something else was banned than before, in epoch milliseconds; what was told until then may hold what is banned now. */
  bansChangedAt(): number
  /**
   * From now on `hear` is told of each of the lists of which something may have come; it may well be nothing new. It must not look at once:
   * the pace hears of the same after it. To be called once.
   */
  follow(lists: Iterable<HotList>, hear: (list: HotList) => void): void
  /** Makes room for another; may be called twice. */
  leave(): void
}

export interface FollowingParts {
  readonly versions: Pick<Versions, 'of' | 'onChange'>
  readonly bans: Pick<Bans, 'onChange' | 'isEmpty'>
  readonly refresher: Pick<Refresher, 'hold'>
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** More boards than one process is meant for; each may hold a list's worth of unread messages for each of its lists. */
export const mostFollowers = 500

/** More boards than stand open at one address, or with one key; nobody alone is to take the places of all. */
export const mostOfOneClient = 32

/** Whose place one that follows has taken, and what ends it. */
interface Place {
  readonly client: string | undefined
  readonly ending: AbortController
}

/** One list of one that follows. */
interface Ear {
  readonly list: HotList
  hear(list: HotList): void
}

/** Makes the following of lists; nobody follows any yet. */
export function createFollowing({ versions, bans, refresher, metrics, now }: FollowingParts): Following {
  let isEnding = false
  /** Each with what ends it. A signal of its own: one for all would gather what hangs on it for as long as the process runs. */
  const followers = new Map<Follower, Place>()
  const bansChangedAt = watchBans(bans, now)
  const ears = createEars(versions, bans)
  const help = 'Streams that follow hot lists.'
  metrics.gauge({ name: 'trawl_streams_following', help }, () => followers.size)

  const makeFollower = (client: string | undefined): Follower => {
    const ends: (() => void)[] = []
    const ending = new AbortController()
    const follower: Follower = {
      ending: ending.signal,
      bansChangedAt,
      follow(lists, hear) {
        // Who has left before it came to this is not there to leave again.
        if (!followers.has(follower)) return
        for (const list of lists) ends.push(refresher.hold(list), ears.add({ list, hear }))
      },
      leave() {
        followers.delete(follower)
        for (const end of ends.splice(0)) end()
      },
    }
    followers.set(follower, { client, ending })
    return follower
  }

  return {
    begin: (client) => (isEnding || followers.size >= mostFollowers ? undefined : makeFollower(client)),
    hasItsShare: (client) =>
      followers
        .values()
        .filter((place) => place.client === client)
        .toArray().length >= mostOfOneClient,
    end() {
      isEnding = true
      for (const { ending } of followers.values()) ending.abort()
    },
  }
}

/** Gives when the bans changed last. What was banned before the process began may have been shown by the one before it. */
function watchBans(bans: FollowingParts['bans'], now: () => number): () => number {
  let changedAt = bans.isEmpty() ? Number.NEGATIVE_INFINITY : now()
  bans.onChange(async () => {
    changedAt = now()
  })
  return () => changedAt
}

/** Who is told of which list, by the slot in which the versions of what is kept of it are counted. */
function createEars(versions: FollowingParts['versions'], bans: FollowingParts['bans']) {
  const bySlot = new Map<number, Set<Ear>>()
  const tell = (ears: Iterable<Ear>) => {
    for (const ear of ears) ear.hear(ear.list)
  }
  // Of every change of anything, so it must cost next to nothing.
  versions.onChange((slot) => tell(bySlot.get(slot) ?? []))
  bans.onChange(async () => {
    for (const ears of bySlot.values()) tell(ears)
  })
  return {
    add(ear: Ear): () => void {
      const { slot } = versions.of(keyOf(ear.list.source, {}))
      const ears = bySlot.get(slot) ?? new Set<Ear>()
      bySlot.set(slot, ears.add(ear))
      return () => {
        ears.delete(ear)
        if (ears.size === 0 && bySlot.get(slot) === ears) bySlot.delete(slot)
      }
    },
  }
}
