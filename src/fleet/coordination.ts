// What all replicas do as one: how sites are asked, how often clients may ask, and who refreshes what.

import type { LoginNews } from '../http/login-throttle.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { SharedLines } from '../search/checks/line.ts'
import type { SharedHosts } from '../upstream/hosts.ts'
import { createBreakers } from './breakers.ts'
import type { Events } from './events.ts'
import { createLoginNews } from './logins.ts'
import { createPaces } from './paces.ts'
import type { RedisLine } from './redis.ts'
import type { RefreshJobs } from './refresh-jobs.ts'
import { createSlots, type Slots } from './slots.ts'
import { createSpendings } from './spendings.ts'

export interface Politeness {
  readonly sharedHosts: SharedHosts
  readonly sharedLines: SharedLines
  readonly jobs: RefreshJobs
  readonly loginNews: LoginNews
  shareLimits(limits: RateLimits): RateLimits
  /** From now on the metrics show it. */
  gauge(metrics: Pick<Metrics, 'gauge'>): void
  /** From now on nothing is taken on that others could do. */
  finish(): void
  /** Gives back what is held, bounded. */
  close(): Promise<void>
}

interface PolitenessParts {
  readonly url: URL
  readonly line: RedisLine
  readonly events: Events
  /** What tells this replica from the others. */
  readonly id: string
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** Opens it. */
export async function openPoliteness({ url, log, ...parts }: PolitenessParts): Promise<Politeness> {
  const { line, now } = parts
  const slots = createSlots(parts)
  const breakers = createBreakers(parts)
  // Not before they are wanted: the packages take a quarter of a second to load.
  const [{ createRefreshJobs }, { connectionTo }] = await Promise.all([
    import('./refresh-jobs.ts'),
    import('./redis-connections.ts'),
  ])
  const connect = () => connectionTo({ url }, { maxRetriesPerRequest: null, enableReadyCheck: false })
  const jobs = createRefreshJobs({ line, connect, log, now })
  return {
    sharedHosts: { takeSlot: slots.take, breakerNews: breakers.newsOf },
    sharedLines: {
      takeTurn: createTurns(slots, line),
      breakerNews: (cloud) => breakers.newsOf(`check:${cloud}`),
    },
    jobs,
    loginNews: createLoginNews(parts),
    shareLimits: createSpendings(parts).share,
    gauge: (metrics) => gaugeAll(metrics, { line, slots, jobs }),
    finish: jobs.finish,
    close: async () => void (await Promise.all([slots.close(), jobs.close()])),
  }
}

/** The place first, then the time: who waits for a place would begin at the same time as the next. */
function createTurns(slots: Slots, line: RedisLine): SharedLines['takeTurn'] {
  const paces = createPaces({ line })
  return async (cloud, { parallel, spacingMs }, signal) => {
    const giveBack = await slots.take(`check:${cloud}`, parallel, signal)
    try {
      await paces.wait(`check:${cloud}`, spacingMs, signal)
      return giveBack
    } catch (error) {
      giveBack()
      throw error
    }
  }
}

interface Gauged {
  readonly line: RedisLine
  readonly slots: Slots
  readonly jobs: RefreshJobs
}

function gaugeAll({ gauge }: Pick<Metrics, 'gauge'>, { line, slots, jobs }: Gauged): void {
  const help = 'Can Redis be used, over which replicas share? 1 if so.'
  gauge({ name: 'trawl_redis_up', help }, () => Number(line.isUp()))
  const held = 'Places at upstream hosts and clouds that this replica holds, of those of all replicas.'
  gauge({ name: 'trawl_fleet_slots_held', help: held }, () => slots.counts().held)
  const waiting = 'Attempts and checks of this replica that wait for such a place.'
  gauge({ name: 'trawl_fleet_slots_waiting', help: waiting }, () => slots.counts().waiting)
  const refreshes =
    'Refreshes of hot lists for all replicas since the start: added by this one, done by it, failed here.'
  gauge({ name: 'trawl_refresh_jobs', help: refreshes, labelNames: ['what'] }, () =>
    Object.entries(jobs.counts()).map(([what, count]) => [[what], count]),
  )
}
