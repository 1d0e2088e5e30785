// Handles the requests for the history in the thread of trawl.db.
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { createAttempts } from '../thread/attempts.ts'
import type { HealthReport } from '../thread/database-health.ts'
import type { HistoryDatabase } from './sqlite-database.ts'
import type { HistoryPage, HistoryQuery, Refresh } from './types.ts'
import type { RefreshToWrite } from './write-operations.ts'

export type HistoryTask =
  | { readonly kind: 'open' | 'tidy' | 'close' }
  | { readonly kind: 'write'; readonly refreshes: readonly RefreshToWrite[] }
  | { readonly kind: 'page'; readonly query: HistoryQuery }
  | { readonly kind: 'listAt'; readonly list: string; readonly time: number }
  | { readonly kind: 'listsSince'; readonly time: number }

export interface HistoryReply extends HealthReport {
  /** Whether a change was written. */
  readonly isDone: boolean
  /** Whether maintenance has more to do. */
  readonly hasMore: boolean
  /** The results of reads; absent if the read failed. */
  readonly page?: HistoryPage
  readonly lists?: readonly string[]
  readonly listAt?: { readonly refresh: Refresh | undefined }
}

export type HandleHistory = (task: HistoryTask, now: number) => Promise<HistoryReply>

/** Creates the handler. Callers pass one request at a time. Nothing is opened before the first one. */
export function createHistoryHandler(file: DatabaseFile<HistoryDatabase>): HandleHistory {
  const { attempt, read, recovered, status } = createAttempts(file)

  async function change(task: HistoryTask, now: number): Promise<Partial<HistoryReply>> {
    const done = await attempt(now, async (database) => {
      if (task.kind === 'tidy') return await database.tidy(now)
      if (task.kind === 'write') await database.write(task.refreshes)
      else await database.probe()
      return false
    })
    // Maintenance may have nothing to write, so it does not prove that the database is writable.
    if (done && task.kind !== 'tidy') recovered()
    return { isDone: done !== undefined, hasMore: done?.result ?? false }
  }

  async function handle(task: HistoryTask, now: number): Promise<Partial<HistoryReply> | undefined> {
    switch (task.kind) {
      case 'page':
        return await read(now, async (database) => ({ page: await database.page(task.query) }))
      case 'listAt':
        return await read(now, async (database) => ({
          listAt: { refresh: await database.listAt(task.list, task.time) },
        }))
      case 'listsSince':
        return await read(now, async (database) => ({ lists: await database.listsSince(task.time) }))
      case 'close':
        await file.close()
        return {}
      default:
        return await change(task, now)
    }
  }

  return async (task, now) => {
    const done = await handle(task, now)
    const { isAnother: _another, fault, ...state } = status()
    // A locked folder is reported by trawl.db.
    return { isDone: false, hasMore: false, ...done, ...state, fault: fault?.kind === 'taken' ? undefined : fault }
  }
}
