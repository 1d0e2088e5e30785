// BullMQ queue of refresh jobs: any replica runs a job, and another one takes over if that one dies.
import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'
import { prefix } from './prefix.ts'

/** An open connection to the queue. */
export interface RefreshQueue {
  /** Adds a job unless one with that id exists or was finished a moment ago. */
  add(id: string, list: string): Promise<void>
  /** Whether the job is waiting or running. */
  isUnderWay(id: string): Promise<boolean>
  /** Stops taking jobs and finishes the running ones. */
  finish(): void
  /** Closes the connection, within a time limit. Other replicas repeat the running jobs. */
  close(): Promise<void>
}

export interface RefreshQueueParts {
  /** Opens a separate connection. */
  connect(): Redis
  /** Runs a job: refreshes a list. */
  work(list: string): Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

const name = 'refresh'

/** Milliseconds, except `drainDelay`. */
const times = {
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
const kept = { age: 60, count: 2_000 }

const closeMs = 500

const job = z.object({ list: z.string() })

/** Suppresses BullMQ's warning about the eviction policy at each start; the docs cover it. */
const quiet = { skipVersionCheck: true }

/** Starts to take jobs. */
export function openRefreshQueue({ connect, work, log }: RefreshQueueParts): RefreshQueue {
  const connection = connect()
  const shared = { connection, prefix: `${prefix}bull`, ...quiet }
  const queue = new Queue(name, { ...shared, streams: { events: { maxLen: 100 } } })
  const worker = new Worker(name, async ({ data }) => work(job.parse(data).list), { ...shared, concurrency, ...times })
  const said = new Set<string>()
  const complain = (error: Error) => {
    // The Redis client reports its own unavailability; other errors are logged once.
    if (connection.status !== 'ready' || 'syscall' in error || said.has(error.message) || said.size > 20) return
    said.add(error.message)
    log.warn({ err: error }, 'the queue of refresh jobs reports an error')
  }
  connection.on('error', () => undefined)
  queue.on('error', complain)
  worker.on('error', complain)
  worker.on('failed', (failed, error) => {
    log.warn({ job: failed?.id }, `failed to refresh a list for another replica: ${error.message}`)
  })
  return {
    async add(jobId, list) {
      await queue.add(name, { list }, { jobId, removeOnComplete: kept, removeOnFail: kept })
    },
    async isUnderWay(id) {
      return ['waiting', 'active', 'prioritized', 'delayed'].includes(await queue.getJobState(id))
    },
    finish: () => void worker.pause(true).catch(() => undefined),
    async close() {
      await within(Promise.allSettled([worker.close(true), queue.close()]), closeMs)
      connection.disconnect()
    },
  }
}
