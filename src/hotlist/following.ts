// Subscriptions to hot lists: keeps followed lists fresh and notifies subscribers of possible changes.
import type { Bans } from '../bans/bans.ts'
import type { Metrics } from '../metrics.ts'
import { keyOf } from '../upstream/kept.ts'
import type { Versions } from '../upstream/versions.ts'
import type { HotList } from './accept-family.ts'
import type { Refresher } from './refresher.ts'

export interface Following {
  /**
   * Adds a subscriber; undefined when the limit is reached or the service stops. Without `client` it does not count towards
   * a client's limit.
   */
  begin(client?: string): Follower | undefined
  /** Whether a client has reached its limit of subscriptions. */
  hasItsShare(client: string): boolean
  /** Ends all subscriptions and refuses new ones: the service stops. */
  end(): void
}

/** A client that follows lists. */
export interface Follower {
  /** Aborts when the service stops. */
  readonly ending: AbortSignal
  /** When the bans last changed, in epoch milliseconds; older messages may contain items that are banned now. */
  bansChangedAt(): number
  /**
   * Calls `hear` with each of the lists that may have changed; call this method once. `hear` must not read the list
   * synchronously: the refresh schedule is updated after it.
   */
  follow(lists: Iterable<HotList>, hear: (list: HotList) => void): void
  /** Removes the subscriber; may be called twice. */
  leave(): void
}

export interface FollowingParts {
  readonly versions: Pick<Versions, 'of' | 'onChange'>
  readonly bans: Pick<Bans, 'onChange' | 'isEmpty'>
  readonly refresher: Pick<Refresher, 'hold'>
  readonly metrics: Pick<Metrics, 'gauge'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Maximum followed streams of a process; each may buffer one unread message per list. */
export const mostFollowers = 500

/** Maximum followed streams of one client, so that a single client cannot use up all of them. */
export const mostOfOneClient = 32

/** A subscription's client, and the controller that ends it. */
interface Place {
  readonly client: string | undefined
  readonly ending: AbortController
}

/** A subscriber's listener for one list. */
interface Ear {
  readonly list: HotList
  hear(list: HotList): void
}

/** Creates the subscriptions, without subscribers. */
export function createFollowing({ versions, bans, refresher, metrics, epochMs }: FollowingParts): Following {
  let isEnding = false
  /** Each subscriber has its own abort signal: a shared one would collect listeners for as long as the process runs. */
  const followers = new Map<Follower, Place>()
  const bansChangedAt = watchBans(bans, epochMs)
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
        // The client may have left already; its listeners would never be removed.
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

/** Returns when the bans last changed. Bans present at startup count as changed now: the previous process may have sent those items. */
function watchBans(bans: FollowingParts['bans'], epochMs: () => number): () => number {
  let changedAt = bans.isEmpty() ? Number.NEGATIVE_INFINITY : epochMs()
  bans.onChange(async () => {
    changedAt = epochMs()
  })
  return () => changedAt
}

/** Listeners by the version slot of the list's cache entry. */
function createEars(versions: FollowingParts['versions'], bans: FollowingParts['bans']) {
  const bySlot = new Map<number, Set<Ear>>()
  const tell = (ears: Iterable<Ear>) => {
    for (const ear of ears) ear.hear(ear.list)
  }
  // Called on every cache change, so it must be cheap.
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
