// Refreshing lists for all replicas together: what is due is a job that one of them does, and while Redis is away each does it by itself.
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
  /** Does one of all replicas see to the list, which was due then (epoch milliseconds)? If not, it is for this one to do by itself. */
  takes(list: DueList, dueAt: number): boolean
  /** From now on `work` refreshes lists for all, by their ids. It rejects for one that there is not. */
  onJob(work: (id: string) => Promise<void>): void
  /** How many this replica has asked for, has done, and has done in vain. */
  counts(): { readonly added: number; readonly done: number; readonly failed: number }
  /** From now on it takes no jobs; what is due it leaves to others. */
  finish(): void
  close(): Promise<void>
}

export interface RefreshJobsParts {
  readonly line: Pick<RedisLine, 'isUp' | 'onUp' | 'onDown'>
  /** Opens a connection of the queue's own. */
  connect(): Redis
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Whether what was asked for is still under way is looked at this often; for tests, otherwise every five seconds. */
  readonly lookMs?: number | undefined
}

/** A question to the queue takes no longer. */
const askMs = 1_000
const usualLookMs = 5_000

/** What this replica has asked others to see to. */
interface Order {
  readonly dueAt: number
  lookAt: number
  /** It was not done, and is not under way either. */
  isBack: boolean
}

/** Makes them; jobs are taken from when it is known how they are done. */
export function createRefreshJobs({ line, connect, log, now, lookMs = usualLookMs }: RefreshJobsParts): RefreshJobs {
  const counts = { done: 0, failed: 0 }
  const orders = createOrders(now, lookMs)
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

/** Makes what remembers which lists others were asked to see to. */
function createOrders(now: () => number, lookMs: number) {
  const orders = new Map<string, Order>()
  let added = 0

  /** It comes back to this replica when asking goes wrong, or comes to no. */
  async function ask(order: Order, question: Promise<boolean>): Promise<void> {
    try {
      if (await bounded(question, askMs)) return
    } catch {
      // Whether Redis is there is said by the line.
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
        const order = { dueAt, lookAt: now() + lookMs, isBack: false }
        orders.set(list.id, order)
        added += 1
        void ask(
          order,
          queue.add(id, list.id).then(() => true),
        )
        return true
      }
      if (!before.isBack && now() >= before.lookAt) {
        before.lookAt = now() + lookMs
        void ask(before, queue.isUnderWay(id))
      }
      return !before.isBack
    },
  }
}

/**
 * The same for all replicas that want the same refresh: they agree on when it is due but for a tenth of its interval, by which they are spread
 * over time. No colon may be in it.
 */
function idOf({ id, interval }: DueList, dueAt: number): string {
  return `${encodeURIComponent(id)}@${Math.floor(dueAt / (interval * 1000))}`
}
