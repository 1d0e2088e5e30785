// Refresh of hot lists across replicas: a due list is a job for one of them; without Redis each refreshes by itself.

import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { isRunning } from '../async/ages.ts'
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import { keyPrefix } from './key-prefix.ts'
import type { RedisClient } from './redis-client.ts'
import { withRedisTimeout } from './redis-errors.ts'

/** A list that is due. */
interface DueList {
  readonly id: string
  /** Seconds. */
  readonly interval: number
}

export type SharedRefreshJobs = ReturnType<typeof createSharedRefreshJobs>

interface SharedRefreshJobsDeps {
  readonly redis: Pick<RedisClient, 'isUp' | 'onUp' | 'onDown'>
  /** Opens a separate connection for the queue. */
  connect(): Redis
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Interval at which placed jobs are checked; for tests, default five seconds. */
  readonly checkMs?: number | undefined
}

type RefreshQueue = ReturnType<typeof openRefreshQueue>

/** Time limit of a call to the queue. */
const callMs = 1_000
const defaultCheckMs = 5_000

/** A job that this replica placed. */
interface PlacedJob {
  readonly dueAt: number
  checkAt: number
  /** The job failed or disappeared, so this replica refreshes the list. */
  hasFallenBack: boolean
}

/** Creates the refresh jobs; none are taken before `onJob`. */
export function createSharedRefreshJobs(parts: SharedRefreshJobsDeps) {
  const { redis, connect, log, epochMs, checkMs = defaultCheckMs } = parts
  const counts = { done: 0, failed: 0 }
  const placedJobs = createPlacedJobs(epochMs, checkMs)
  let queue: RefreshQueue | undefined
  let work: ((id: string) => Promise<void>) | undefined
  let isFinishing = false

  async function runCounted(list: string): Promise<void> {
    try {
      await work?.(list)
      counts.done += 1
    } catch (error) {
      counts.failed += 1
      throw error
    }
  }
  function open(): void {
    if (work && !isFinishing) queue ??= openRefreshQueue(connect, runCounted, log)
  }
  async function closeQueue(): Promise<void> {
    const open = queue
    queue = undefined
    placedJobs.forget()
    await open?.close()
  }
  redis.onUp(open)
  redis.onDown(() => void closeQueue())
  return {
    /** Number of jobs that this replica added, completed and failed. */
    counts: () => ({ ...counts, added: placedJobs.added() }),
    /** Whether a job covers the list, due at `dueAt` (epoch milliseconds); if not, this replica refreshes it. */
    delegate(list: DueList, dueAt: number): boolean {
      if (isFinishing) return true
      return queue !== undefined && redis.isUp() && placedJobs.isPlaced(queue, list, dueAt)
    },
    /** Sets the function that refreshes a list by its id. It rejects for unknown ids. */
    onJob(refreshList: (id: string) => Promise<void>): void {
      work = refreshList
      if (redis.isUp()) open()
    },
    /** Stops taking jobs; other replicas do what is due. */
    stopAccepting(): void {
      isFinishing = true
      queue?.stopAccepting()
    },
    close: closeQueue,
  }
}

function createPlacedJobs(epochMs: () => number, checkMs: number) {
  const placedJobs = new Map<string, PlacedJob>()
  let added = 0

  /** The list falls back to this replica if the call fails or returns false. */
  async function track(job: PlacedJob, call: Promise<boolean>): Promise<void> {
    try {
      if (await withRedisTimeout(call, callMs)) return
    } catch {
      // The Redis client reports its own unavailability.
    }
    job.hasFallenBack = true
  }

  return {
    added: () => added,
    forget: () => placedJobs.clear(),
    isPlaced(queue: RefreshQueue, list: DueList, dueAt: number): boolean {
      const id = jobId(list, dueAt)
      const placed = placedJobs.get(list.id)
      if (placed?.dueAt !== dueAt) {
        const job = { dueAt, checkAt: epochMs() + checkMs, hasFallenBack: false }
        placedJobs.set(list.id, job)
        added += 1
        void track(
          job,
          queue.add(id, list.id).then(() => true),
        )
        return true
      }
      if (!placed.hasFallenBack && !isRunning(placed.checkAt, epochMs(), checkMs)) {
        placed.checkAt = epochMs() + checkMs
        void track(placed, queue.isUnderWay(id))
      }
      return !placed.hasFallenBack
    },
  }
}

/** A job id that all replicas compute alike: their due times differ by less than a tenth of the interval. */
function jobId({ id, interval }: DueList, dueAt: number): string {
  return `${encodeURIComponent(id)}@${Math.floor(dueAt / (interval * 1000))}`
}

const name = 'refresh'

/** Milliseconds, except `drainDelay`. */
const workerTimings = {
  // Jobs of a dead replica are taken over once their lock has expired and the stall was detected twice: within ten
  // seconds.
  lockDuration: 4_000,
  stalledInterval: 2_500,
  maxStalledCount: 3,
  runRetryDelay: 1_000,
  // Seconds between polls, in case the notification about a new job went to a replica that has just died.
  drainDelay: 2,
}

/** Maximum number of jobs that run here at once. */
const concurrency = 4

/** Finished jobs are kept this long, so that they are not repeated. */
const retention = { age: 60, count: 2_000 }

const closeMs = 500

const job = z.object({ list: z.string() })

/** Suppresses BullMQ's warning about the eviction policy at each start; the docs cover it. */
const withoutPolicyWarning = { skipVersionCheck: true }

/** Starts to take jobs of a BullMQ queue, which runs `work` for lists. If a replica dies, another one takes its jobs over. */
function openRefreshQueue(connect: () => Redis, work: (list: string) => Promise<void>, log: Pick<Logger, 'warn'>) {
  const connection = connect()
  const shared = { connection, prefix: `${keyPrefix}bull`, ...withoutPolicyWarning }
  const queue = new Queue(name, { ...shared, streams: { events: { maxLen: 100 } } })
  const worker = new Worker(name, async ({ data }) => work(job.parse(data).list), {
    ...shared,
    concurrency,
    ...workerTimings,
  })
  const logged = new Set<string>()
  const logOnce = (error: Error) => {
    // The Redis client reports its own unavailability; other errors are logged once.
    if (connection.status !== 'ready' || 'syscall' in error || logged.has(error.message) || logged.size > 20) return
    logged.add(error.message)
    log.warn({ err: error }, 'the queue of refresh jobs reports an error')
  }
  connection.on('error', () => undefined)
  queue.on('error', logOnce)
  worker.on('error', logOnce)
  worker.on('failed', (failed, error) => {
    log.warn({ job: failed?.id }, `failed to refresh a list for another replica: ${error.message}`)
  })
  return {
    /** Adds a job unless one with that id exists or was finished a moment ago. */
    async add(jobId: string, list: string): Promise<void> {
      await queue.add(name, { list }, { jobId, removeOnComplete: retention, removeOnFail: retention })
    },
    /** Whether the job is waiting or running. */
    async isUnderWay(id: string): Promise<boolean> {
      return ['waiting', 'active', 'prioritized', 'delayed'].includes(await queue.getJobState(id))
    },
    /** Stops taking jobs and finishes the running ones. */
    stopAccepting: () => void worker.pause(true).catch(() => undefined),
    /** Closes the connection, within a time limit. Other replicas repeat the running jobs. */
    async close(): Promise<void> {
      await withTimeout(Promise.allSettled([worker.close(true), queue.close()]), closeMs)
      connection.disconnect()
    },
  }
}
