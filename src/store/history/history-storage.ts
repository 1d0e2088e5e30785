// The history as the main thread writes and reads it: refreshes through the queue, which reads wait for.
import { withTimeout } from '../../async/timeout.ts'
import type { Database } from '../database.ts'
import type { HistoryStorage, RefreshToWrite } from './types.ts'

/** Refreshes in one transaction, during which readers wait. */
const maxAtOnce = 20
/** An estimate: fifty items take about 20 KB. */
const itemBytes = 400

export function createHistoryStorage({ run, queue, times, isClosed }: Database): HistoryStorage {
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
    record(list, refresh) {
      if (isClosed()) return
      count += 1
      refreshes.put(`${count}`, { list, ...refresh }, refresh.items.length * itemBytes)
      queue.schedule()
    },
    listAt: async (list, time) =>
      await read(async () => {
        return { refresh: await run('listAt', [list, time]) }
      }),
    listsSince: async (time) => await read(() => run('listsSince', [time])),
    page: async (query) => await read(() => run('page', [query])),
  }
}
