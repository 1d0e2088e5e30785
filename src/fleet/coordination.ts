// What all replicas do as one: upstream slots and breakers, rate limits, login throttling, and refresh jobs.
import type { LoginNews } from '../http/login-throttle.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { BreakerNews } from '../upstream/breaker-pause.ts'
import type { SharedHosts } from '../upstream/hosts.ts'
import { createBreakers } from './breakers.ts'
import type { Events } from './events.ts'
import { createLoginNews } from './logins.ts'
import { createPaces } from './paces.ts'
import type { RedisLine } from './redis.ts'
import type { RefreshJobs } from './refresh-jobs.ts'
import { createSlots, type Slots } from './slots.ts'
import { createSpendings } from './spendings.ts'

/** The queue before one cloud, as all replicas share it; search takes it as its port. */
interface SharedCheckQueues {
  /** Waits until a check may begin; resolves to what ends it. Rejects with the reason of the signal. */
  takeTurn(cloud: string, manners: Manners, signal: AbortSignal): Promise<() => void>
  breakerNews(cloud: string): BreakerNews
}

interface Manners {
  readonly parallel: number
  readonly spacingMs: number
}

export interface Coordination {
  readonly sharedHosts: SharedHosts
  readonly sharedLines: SharedCheckQueues
  readonly jobs: RefreshJobs
  readonly loginNews: LoginNews
  shareLimits(limits: RateLimits): RateLimits
  registerGauges(metrics: Pick<Metrics, 'gauge'>): void
  /** Stops accepting work that another replica can do. */
  stopAccepting(): void
  /** Releases all slots and closes; bounded in time. */
  close(): Promise<void>
}

interface CoordinationOptions {
  readonly url: URL
  readonly redis: RedisLine
  readonly events: Events
  /** Unique among the replicas. */
  readonly id: string
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
}

export async function createCoordination(options: CoordinationOptions): Promise<Coordination> {
  const { url, redis: line, events, id, log, epochMs, random } = options
  const slots = createSlots({ line, events, id, random })
  const breakers = createBreakers({ line, events, id, epochMs })
  // Loaded only when configured: the packages take a quarter of a second to load.
  const [{ createRefreshJobs }, { connectionTo }] = await Promise.all([
    import('./refresh-jobs.ts'),
    import('./redis-connections.ts'),
  ])
  const connect = () => connectionTo({ url }, { maxRetriesPerRequest: null, enableReadyCheck: false })
  const jobs = createRefreshJobs({ line, connect, log, epochMs })
  return {
    sharedHosts: { takeSlot: slots.take, breakerNews: breakers.newsOf },
    sharedLines: {
      takeTurn: createCheckThrottle(slots, line),
      breakerNews: (cloud) => breakers.newsOf(`check:${cloud}`),
    },
    jobs,
    loginNews: createLoginNews({ events }),
    shareLimits: createSpendings({ events }).share,
    registerGauges: (metrics) => registerGauges(metrics, { redis: line, slots, jobs }),
    stopAccepting: jobs.finish,
    async close() {
      await Promise.all([slots.close(), jobs.close()])
    },
  }
}

/** The slot first, then the spacing: a check that still waited for a slot would begin together with the next one. */
function createCheckThrottle(slots: Slots, line: RedisLine): SharedCheckQueues['takeTurn'] {
  const spacing = createPaces({ line })
  return async (cloud, { parallel, spacingMs }, signal) => {
    const release = await slots.take(`check:${cloud}`, parallel, signal)
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
  readonly redis: RedisLine
  readonly slots: Slots
  readonly jobs: RefreshJobs
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
