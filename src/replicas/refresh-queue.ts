// BullMQ queue of refresh jobs: any replica runs a job, and another one takes over if that one dies.
import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { withTimeout } from '../async/timeout.ts'
import type { Logger } from '../observability/log.ts'
import { keyPrefix } from './key-prefix.ts'

export type RefreshQueue = ReturnType<typeof openRefreshQueue>

interface RefreshQueueOptions {
  /** Opens a separate connection. */
  connect(): Redis
  /** Runs a job: refreshes a list. */
  work(list: string): Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

const name = 'refresh'

/** Milliseconds, except `drainDelay`. */
const workerTimings = {
  // Jobs of a dead replica are taken over once their lock has expired and the stall was detected twice: within ten
  // seconds.
  ...{ lockDuration: 4_000, stalledInterval: 2_500, maxStalledCount: 3 },
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

/** Starts to take jobs. */
export function openRefreshQueue({ connect, work, log }: RefreshQueueOptions) {
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
