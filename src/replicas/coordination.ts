// The coordination of all replicas: upstream slots and breakers, rate limits, login throttling, and refresh jobs.
import { z } from 'zod'
import { sleep } from '../async/abortable.ts'
import type { RateLimits } from '../http/access/rate-limits.ts'
import type { Metrics } from '../observability/metrics.ts'
import { keyPrefix } from './key-prefix.ts'
import type { SharedRefreshJobs } from './refresh-jobs.ts'
import type { ReplicaContext } from './replica-context.ts'
import { createDistributedSemaphore, type DistributedSemaphore } from './semaphore.ts'
import { createSharedBreakers } from './shared-breakers.ts'
import { shareRateLimits } from './shared-rate-limits.ts'

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

/** Waits for a slot, then for the spacing, so that no two checks begin together; resolves to what ends the check. */
function createCheckThrottle(slots: DistributedSemaphore, redis: ReplicaContext['redis']) {
  return async (
    cloud: string,
    { parallel, spacingMs }: Record<'parallel' | 'spacingMs', number>,
    signal: AbortSignal,
  ) => {
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

/** Uses the clock of Redis, because those of replicas differ. Returns the delay until the reserved start. */
const reserveScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local begin = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local next = begin + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now) + 1000)
return string.format('%.3f', begin - now)`

/** Longer delays from Redis are treated as errors. */
const waitShape = z.coerce
  .number()
  .min(0)
  .max(5 * 60_000)
  .catch(0)

/** Waits until the previous start, on any replica, is `spacingMs` ago. Rejects with the reason of `signal`. */
export async function waitForSpacing(
  redis: Pick<ReplicaContext['redis'], 'run'>,
  name: string,
  spacingMs: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (spacingMs === 0) return
  const reply = await redis.run((commands) => commands.eval(reserveScript, 1, `${keyPrefix}pace:${name}`, spacingMs))
  signal.throwIfAborted()
  const waitMs = waitShape.parse(reply ?? 0)
  // Timers may fire a fraction of a millisecond early.
  if (waitMs > 0) await sleep(Math.ceil(waitMs), signal)
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
