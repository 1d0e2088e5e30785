// Subscriptions to hot lists: keeps followed lists fresh and notifies subscribers of possible changes.
import type { Bans } from '../../bans/ban-list.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { cacheKey } from '../../upstream/cache/answer-entry.ts'
import type { VersionCounters } from '../../upstream/cache/versions.ts'
import type { HotList } from '../build-lists.ts'
import type { Refresher } from '../refresh/refresher.ts'

export interface Subscriber {
  readonly ending: AbortSignal
  /** When the bans last changed, in epoch milliseconds; older messages may contain items that are banned now. */
  bansChangedAt(): number
  /**
   * Calls `onChange` with each of the lists that may have changed; call this method once. `onChange` must not read the list
   * synchronously: the refresh schedule is updated after it.
   */
  onChange(lists: Iterable<HotList>, hear: (list: HotList) => void): void
  unsubscribe(): void
}

interface SubscriptionsDeps {
  readonly versions: Pick<VersionCounters, 'of' | 'onChange'>
  readonly bans: Pick<Bans, 'onChange' | 'isEmpty'>
  readonly refresher: Pick<Refresher, 'keepFresh'>
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly epochMs: () => number
}

/** Maximum followed streams of a process; each may buffer one unread message per list. */
const maxSubscribers = 500

/** Maximum followed streams of one client, so that a single client cannot use up all of them. */
export const maxPerClient = 32

interface Subscription {
  readonly client: string | undefined
  readonly ending: AbortController
}

interface ListListener {
  readonly list: HotList
  onChange(list: HotList): void
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions({ versions, bans, refresher, metrics, epochMs }: SubscriptionsDeps) {
  let isShuttingDown = false
  /** Each subscriber has its own abort signal: a shared one would collect listeners for as long as the process runs. */
  const subscribers = new Map<Subscriber, Subscription>()
  const bansChangedAt = trackBanChanges(bans, epochMs)
  const listeners = createListListeners(versions, bans)
  const help = 'Streams that follow hot lists.'
  metrics.gauge({ name: 'trawl_streams_following', help }, () => subscribers.size)

  const createSubscriber = (client: string | undefined): Subscriber => {
    const cleanups: (() => void)[] = []
    const ending = new AbortController()
    const subscriber: Subscriber = {
      ending: ending.signal,
      bansChangedAt,
      onChange(lists, onChange) {
        // The client may have left already; its listeners would never be removed.
        if (!subscribers.has(subscriber)) return
        for (const list of lists) cleanups.push(refresher.keepFresh(list), listeners.add({ list, onChange }))
      },
      unsubscribe() {
        subscribers.delete(subscriber)
        for (const end of cleanups.splice(0)) end()
      },
    }
    subscribers.set(subscriber, { client, ending })
    return subscriber
  }

  /** Ends all streams; their clients connect again, and are let in or not. */
  const endAll = (): void => {
    for (const { ending } of subscribers.values()) ending.abort()
  }

  return {
    endAll,
    /**
     * Adds a subscriber; undefined when the limit is reached or the service stops. Without `client` it does not count towards
     * a client's limit.
     */
    subscribe: (client?: string): Subscriber | undefined =>
      isShuttingDown || subscribers.size >= maxSubscribers ? undefined : createSubscriber(client),
    isAtClientLimit: (client: string): boolean =>
      subscribers
        .values()
        .filter((place) => place.client === client)
        .toArray().length >= maxPerClient,
    close(): void {
      isShuttingDown = true
      endAll()
    },
  }
}

/** Returns when the bans last changed. Bans present at startup count as changed now: the previous process may have sent those items. */
function trackBanChanges(bans: SubscriptionsDeps['bans'], epochMs: () => number): () => number {
  let changedAt = bans.isEmpty() ? Number.NEGATIVE_INFINITY : epochMs()
  bans.onChange(async () => {
    changedAt = epochMs()
  })
  return () => changedAt
}

/** Listeners by the version slot of the list's cache entry. */
function createListListeners(versions: SubscriptionsDeps['versions'], bans: SubscriptionsDeps['bans']) {
  const bySlot = new Map<number, Set<ListListener>>()
  const notify = (listeners: Iterable<ListListener>) => {
    for (const listener of listeners) listener.onChange(listener.list)
  }
  // Called on every cache change, so it must be cheap.
  versions.onChange((slot) => notify(bySlot.get(slot) ?? []))
  bans.onChange(async () => {
    for (const listeners of bySlot.values()) notify(listeners)
  })
  return {
    add(listener: ListListener): () => void {
      const { slot } = versions.of(cacheKey(listener.list.source, {}))
      const listeners = bySlot.get(slot) ?? new Set<ListListener>()
      bySlot.set(slot, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && bySlot.get(slot) === listeners) bySlot.delete(slot)
      }
    },
  }
}
