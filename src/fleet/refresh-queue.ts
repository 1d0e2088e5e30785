// The queue of refreshes in Redis (BullMQ): what one replica adds, any of them does, and another again if that one dies.
import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Logger } from '../log.ts'
import { within } from '../within.ts'
import { prefix } from './prefix.ts'

/** One connection to the queue, as long as there is one. */
export interface RefreshQueue {
  /** Adds a job, unless there is one of that id, or was a moment ago. */
  add(id: string, list: string): Promise<void>
  /** Is a job of that id waiting, or being done? */
  isUnderWay(id: string): Promise<boolean>
  /** Takes no more jobs, and finishes those it has. */
  finish(): void
  /** Lets go of all, bounded. Jobs that were being done are done again by another. */
  close(): Promise<void>
}

export interface RefreshQueueParts {
  /** Opens a connection of its own. */
  connect(): Redis
  /** Does a job: refreshes a list. */
  work(list: string): Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

const name = 'refresh'

/** Milliseconds, but for `drainDelay`. */
const times = {
  // Jobs of a replica that dies are taken by another once their lock has run out and that was noticed twice: in ten seconds at the most.
  ...{ lockDuration: 4_000, stalledInterval: 2_500, maxStalledCount: 3 },
  runRetryDelay: 1_000,
  // Word of a new job may go to a replica that has just died; the others look by themselves after so many seconds.
  drainDelay: 2,
}

/** How many are done at once here. */
const concurrency = 4

/** As long as they are kept they are not done again. */
const kept = { age: 60, count: 2_000 }

const closeMs = 500

const job = z.object({ list: z.string() })

/** Redis must not throw away what has no end, which jobs have not; that is said in docs, not in the log of each start. */
const quiet = { skipVersionCheck: true }

/** Begins to take jobs. */
export function openRefreshQueue({ connect, work, log }: RefreshQueueParts): RefreshQueue {
  const connection = connect()
  const shared = { connection, prefix: `${prefix}bull`, ...quiet }
  const queue = new Queue(name, { ...shared, streams: { events: { maxLen: 100 } } })
  const worker = new Worker(name, async ({ data }) => work(job.parse(data).list), { ...shared, concurrency, ...times })
  const said = new Set<string>()
  const complain = (error: Error) => {
    // Whether Redis is there is said by the line; the rest once.
    if (connection.status !== 'ready' || 'syscall' in error || said.has(error.message) || said.size > 20) return
    said.add(error.message)
    log.warn({ err: error }, 'the queue of refreshes has trouble')
  }
  connection.on('error', () => undefined)
  queue.on('error', complain)
  worker.on('error', complain)
  worker.on('failed', (failed, error) => {
    log.warn({ job: failed?.id }, `a list could not be refreshed for another replica: ${error.message}`)
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
