// The history as the main thread writes and reads it: refreshes through the queue, which reads wait for.
import { withTimeout } from '../../async/timeout.ts'
import type { Database } from '../database.ts'
import type { HistoryQuery, Refresh, RefreshToWrite } from './types.ts'

/** Refreshes in one transaction, during which readers wait. */
const maxAtOnce = 20
/** An estimate: fifty items take about 20 KB. */
const itemBytes = 400

export type HistoryStorage = ReturnType<typeof createHistoryStorage>

/** Nothing rejects; callers need not wait. What is read is undefined when the history cannot be read. */
export function createHistoryStorage({ run, queue, times, isClosed }: Database) {
  const refreshes = queue.addKind<RefreshToWrite>({
    noun: 'refreshes of hot lists',
    maxCount: maxAtOnce,
    write: (some) => run('writeRefreshes', [some]),
  })
  let count = 0

  /** Reads after what is queued, which clients have received; the database reported why it failed. */
  async function read<T>(reading: () => Promise<T>): Promise<T | undefined> {
    if (refreshes.size() > 0) await withTimeout(queue.settle(), times.readMs)
    return await reading().catch(() => undefined)
  }

  return {
    record(list: string, refresh: Refresh): void {
      if (isClosed()) return
      count += 1
      refreshes.put(`${count}`, { list, ...refresh }, refresh.items.length * itemBytes)
      queue.schedule()
    },
    /** The list as it stood at `time` (epoch milliseconds), else its first refresh after that. */
    listAt: async (list: string, time: number) =>
      await read(async () => {
        return { refresh: await run('listAt', [list, time]) }
      }),
    /** The lists with refreshes since `time`. */
    listsSince: async (time: number) => await read(() => run('listsSince', [time])),
    /** Some days of a list's history. */
    page: async (query: HistoryQuery) => await read(() => run('page', [query])),
  }
}
