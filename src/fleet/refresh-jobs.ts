// Refresh of hot lists across replicas: a due list is a job for one of them; without Redis each refreshes by itself.
import type { Redis } from 'ioredis'
import type { Logger } from '../log.ts'
import type { RedisLine } from './redis.ts'
import { bounded } from './redis-bounded.ts'
import { openRefreshQueue, type RefreshQueue } from './refresh-queue.ts'

/** A list that is due. */
interface DueList {
  readonly id: string
  /** Seconds. */
  readonly interval: number
}

export interface RefreshJobs {
  /**
   * Whether a job covers the list, which was due at `dueAt` (epoch milliseconds); if not, this replica refreshes it
   * itself.
   */
  takes(list: DueList, dueAt: number): boolean
  /** Sets the function that refreshes a list by its id. It rejects for unknown ids. */
  onJob(work: (id: string) => Promise<void>): void
  /** Number of jobs that this replica added, completed and failed. */
  counts(): { readonly added: number; readonly done: number; readonly failed: number }
  /** Stops taking jobs; other replicas do what is due. */
  finish(): void
  close(): Promise<void>
}

export interface RefreshJobsParts {
  readonly line: Pick<RedisLine, 'isUp' | 'onUp' | 'onDown'>
  /** Opens a separate connection for the queue. */
  connect(): Redis
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Interval at which placed jobs are checked; for tests, default five seconds. */
  readonly lookMs?: number | undefined
}

/** Time limit of a call to the queue. */
const askMs = 1_000
const usualLookMs = 5_000

/** A job that this replica placed. */
interface Order {
  readonly dueAt: number
  lookAt: number
  /** The job failed or disappeared, so this replica refreshes the list. */
  isBack: boolean
}

/** Creates the refresh jobs; none are taken before `onJob`. */
export function createRefreshJobs({
  line,
  connect,
  log,
  epochMs,
  lookMs = usualLookMs,
}: RefreshJobsParts): RefreshJobs {
  const counts = { done: 0, failed: 0 }
  const orders = createOrders(epochMs, lookMs)
  let queue: RefreshQueue | undefined
  let work: ((id: string) => Promise<void>) | undefined
  let isFinishing = false

  async function counted(list: string): Promise<void> {
    try {
      await work?.(list)
      counts.done += 1
    } catch (error) {
      counts.failed += 1
      throw error
    }
  }
  function open(): void {
    if (work && !isFinishing) queue ??= openRefreshQueue({ connect, work: counted, log })
  }
  async function shut(): Promise<void> {
    const open = queue
    queue = undefined
    orders.forget()
    await open?.close()
  }
  line.onUp(open)
  line.onDown(() => void shut())
  return {
    counts: () => ({ ...counts, added: orders.added() }),
    takes(list, dueAt) {
      if (isFinishing) return true
      return queue !== undefined && line.isUp() && orders.isGiven(queue, list, dueAt)
    },
    onJob(how) {
      work = how
      if (line.isUp()) open()
    },
    finish() {
      isFinishing = true
      queue?.finish()
    },
    close: shut,
  }
}

/** Creates the record of placed jobs. */
function createOrders(epochMs: () => number, lookMs: number) {
  const orders = new Map<string, Order>()
  let added = 0

  /** The list falls back to this replica if the call fails or returns false. */
  async function ask(order: Order, question: Promise<boolean>): Promise<void> {
    try {
      if (await bounded(question, askMs)) return
    } catch {
      // The Redis client reports its own unavailability.
    }
    order.isBack = true
  }

  return {
    added: () => added,
    forget: () => orders.clear(),
    isGiven(queue: RefreshQueue, list: DueList, dueAt: number): boolean {
      const id = idOf(list, dueAt)
      const before = orders.get(list.id)
      if (before?.dueAt !== dueAt) {
        const order = { dueAt, lookAt: epochMs() + lookMs, isBack: false }
        orders.set(list.id, order)
        added += 1
        void ask(
          order,
          queue.add(id, list.id).then(() => true),
        )
        return true
      }
      if (!before.isBack && epochMs() >= before.lookAt) {
        before.lookAt = epochMs() + lookMs
        void ask(before, queue.isUnderWay(id))
      }
      return !before.isBack
    },
  }
}

/**
 * A job id that all replicas compute alike: their due times differ by less than a tenth of the interval. It must not
 * contain a colon.
 */
function idOf({ id, interval }: DueList, dueAt: number): string {
  return `${encodeURIComponent(id)}@${Math.floor(dueAt / (interval * 1000))}`
}
