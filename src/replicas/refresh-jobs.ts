// Refresh of hot lists across replicas: a due list is a job for one of them; without Redis each refreshes by itself.
import type { Redis } from 'ioredis'
import type { Logger } from '../observability/log.ts'
import type { RedisClient } from './redis-client.ts'
import { withRedisTimeout } from './redis-errors.ts'
import { openRefreshQueue, type RefreshQueue } from './refresh-queue.ts'

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
export function createSharedRefreshJobs({
  redis,
  connect,
  log,
  epochMs,
  checkMs = defaultCheckMs,
}: SharedRefreshJobsDeps) {
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
    if (work && !isFinishing) queue ??= openRefreshQueue({ connect, work: runCounted, log })
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

/** Creates the record of placed jobs. */
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
      if (!placed.hasFallenBack && epochMs() >= placed.checkAt) {
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
