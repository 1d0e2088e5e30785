// The functions of the history's tables, the same in both databases.
import type { createHistoryReads } from './read-operations.ts'
import type { RefreshToWrite } from './write-operations.ts'

export interface HistoryLimits {
  /** Days after which the history is dropped. */
  readonly maxDays: number
  readonly maxBytes: number
}

/** All methods reject with database errors. */
export interface HistoryTables extends ReturnType<typeof createHistoryReads> {
  /** Writes refreshes atomically. A refresh that is older than the last one of its list is skipped. */
  writeRefreshes(refreshes: readonly RefreshToWrite[]): Promise<void>
  /** One step of maintenance; whether there is more to do. */
  tidyHistory(now: number): Promise<boolean>
}
