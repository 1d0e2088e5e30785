// What all replicas do as one: upstream slots and breakers, rate limits, login throttling, and refresh jobs.

import type { Logger } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { BreakerChannel } from '../upstream/host/breaker-timing.ts'
import type { HostCoordination } from '../upstream/host/hosts.ts'
import type { PubSub } from './pubsub.ts'
import type { RedisClient } from './redis-client.ts'
import type { SharedRefreshJobs } from './refresh-jobs.ts'
import { createDistributedSemaphore, type DistributedSemaphore } from './semaphore.ts'
import { createSharedBreakers } from './shared-breakers.ts'
import { createSharedRateLimits, type SharedRateLimits } from './shared-rate-limits.ts'
import { createSpacing } from './spacing.ts'

/** The queue before one cloud, as all replicas share it; search takes it as its port. */
interface SharedCheckQueues {
  /** Waits until a check may begin; resolves to what ends it. Rejects with the reason of the signal. */
  acquire(cloud: string, manners: Manners, signal: AbortSignal): Promise<() => void>
  breakerChannel(cloud: string): BreakerChannel
}

interface Manners {
  readonly parallel: number
  readonly spacingMs: number
}

export interface Coordination {
  readonly sharedHosts: HostCoordination
  readonly sharedCheckQueues: SharedCheckQueues
  readonly refreshJobs: SharedRefreshJobs
  readonly shareLimits: SharedRateLimits['share']
  registerGauges(metrics: Pick<Metrics, 'gauge'>): void
  /** Stops accepting work that another replica can do. */
  stopAccepting(): void
  /** Releases all slots and closes; bounded in time. */
  close(): Promise<void>
}

interface CoordinationOptions {
  readonly url: URL
  readonly redis: RedisClient
  readonly events: PubSub
  /** Unique among the replicas. */
  readonly id: string
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
}

export async function createCoordination(options: CoordinationOptions): Promise<Coordination> {
  const { url, redis, events, id, log, epochMs, random } = options
  const slots = createDistributedSemaphore({ redis, events, id, random })
  const breakers = createSharedBreakers({ redis, events, id, epochMs })
  // Loaded only when configured: the packages take a quarter of a second to load.
  const [{ createSharedRefreshJobs }, { createConnection }] = await Promise.all([
    import('./refresh-jobs.ts'),
    import('./redis-connections.ts'),
  ])
  const connect = () => createConnection({ url }, { maxRetriesPerRequest: null, enableReadyCheck: false })
  const refreshJobs = createSharedRefreshJobs({ redis, connect, log, epochMs })
  return {
    sharedHosts: { acquireSlot: slots.acquire, breakerChannel: breakers.channelFor },
    sharedCheckQueues: {
      acquire: createCheckThrottle(slots, redis),
      breakerChannel: (cloud) => breakers.channelFor(`check:${cloud}`),
    },
    refreshJobs,
    shareLimits: createSharedRateLimits({ events }).share,
    registerGauges: (metrics) => registerGauges(metrics, { redis: redis, slots, jobs: refreshJobs }),
    stopAccepting: refreshJobs.stopAccepting,
    async close() {
      await Promise.all([slots.close(), refreshJobs.close()])
    },
  }
}

/** The slot first, then the spacing: a check that still waited for a slot would begin together with the next one. */
function createCheckThrottle(slots: DistributedSemaphore, redis: RedisClient): SharedCheckQueues['acquire'] {
  const spacing = createSpacing({ redis })
  return async (cloud, { parallel, spacingMs }, signal) => {
    const release = await slots.acquire(`check:${cloud}`, parallel, signal)
    try {
      await spacing.wait(`check:${cloud}`, spacingMs, signal)
      return release
    } catch (error) {
      release()
      throw error
    }
  }
}

interface GaugeSources {
  readonly redis: RedisClient
  readonly slots: DistributedSemaphore
  readonly jobs: SharedRefreshJobs
}

function registerGauges({ gauge }: Pick<Metrics, 'gauge'>, { redis, slots, jobs }: GaugeSources): void {
  const up = '1 while Redis, over which replicas share, can be used, else 0.'
  gauge({ name: 'trawl_redis_up', help: up }, () => Number(redis.isUp()))
  const held = 'Slots for upstream hosts and clouds, shared by all replicas, that this replica holds.'
  gauge({ name: 'trawl_fleet_slots_held', help: held }, () => slots.counts().held)
  const waiting = 'Attempts and checks of this replica that wait for a slot.'
  gauge({ name: 'trawl_fleet_slots_waiting', help: waiting }, () => slots.counts().waiting)
  const refreshes = 'Hot-list refreshes since the start: queued by this replica, done by it, failed here.'
  gauge({ name: 'trawl_refresh_jobs', help: refreshes, labelNames: ['what'] }, () =>
    Object.entries(jobs.counts()).map(([what, count]) => [[what], count]),
  )
}
