// What all replicas do as one: upstream slots and breakers, rate limits, login throttling, and refresh jobs.

import type { RateLimits } from '../http/access/rate-limits.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { SharedRefreshJobs } from './refresh-jobs.ts'
import type { ReplicaContext } from './replica-context.ts'
import { createDistributedSemaphore, type DistributedSemaphore } from './semaphore.ts'
import { createSharedBreakers } from './shared-breakers.ts'
import { shareRateLimits } from './shared-rate-limits.ts'
import { waitForSpacing } from './spacing.ts'

interface CheckLimits {
  readonly parallel: number
  readonly spacingMs: number
}

/** Creates what replicas do as one over the Redis at `url`. */
export async function createCoordination(url: URL, context: ReplicaContext) {
  const { redis, events, log, epochMs } = context
  const slots = createDistributedSemaphore(context)
  const breakerChannel = createSharedBreakers(context)
  // Loaded only when configured: the packages take a quarter of a second to load.
  const [{ createSharedRefreshJobs }, { createConnection }] = await Promise.all([
    import('./refresh-jobs.ts'),
    import('./redis-connections.ts'),
  ])
  const connect = () => createConnection({ url }, { maxRetriesPerRequest: null, enableReadyCheck: false })
  const refreshJobs = createSharedRefreshJobs({ redis, connect, log, epochMs })
  return {
    sharedHosts: { acquireSlot: slots.acquire, breakerChannel },
    /** The queue before one cloud, as all replicas share it; search takes it as its port. */
    sharedCheckQueues: {
      acquire: createCheckThrottle(slots, redis),
      breakerChannel: (cloud: string) => breakerChannel(`check:${cloud}`),
    },
    refreshJobs,
    shareLimits: (limits: RateLimits, kind?: string) => shareRateLimits(events, limits, kind),
    registerGauges: (metrics: Pick<Metrics, 'gauge'>) => registerGauges(metrics, redis, slots, refreshJobs),
    /** Stops accepting work that another replica can do. */
    stopAccepting: refreshJobs.stopAccepting,
    /** Releases all slots and closes; bounded in time. */
    async close() {
      await Promise.all([slots.close(), refreshJobs.close()])
    },
  }
}

/**
 * Waits until a check may begin; resolves to what ends it. Rejects with the reason of the signal. The slot first, then
 * the spacing: a check that still waited for a slot would begin together with the next one.
 */
function createCheckThrottle(slots: DistributedSemaphore, redis: ReplicaContext['redis']) {
  return async (cloud: string, { parallel, spacingMs }: CheckLimits, signal: AbortSignal) => {
    const release = await slots.acquire(`check:${cloud}`, parallel, signal)
    try {
      await waitForSpacing(redis, `check:${cloud}`, spacingMs, signal)
      return release
    } catch (error) {
      release()
      throw error
    }
  }
}

function registerGauges(
  { gauge }: Pick<Metrics, 'gauge'>,
  redis: ReplicaContext['redis'],
  slots: DistributedSemaphore,
  jobs: SharedRefreshJobs,
): void {
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
