// Retention of a database file: divides the size limit between pages and log, and returns free pages to the disk.
import type { DatabaseSync } from 'node:sqlite'
import type { Sql } from '../sql/sql.ts'
import { createMeasure } from '../sqlite/file-operations.ts'
import { pageBytes, transactionBytes } from '../tables.ts'
import { createRetention } from './retention.ts'

export type DatabaseFileLimits = ReturnType<typeof databaseFileLimits>

const maxFreedPages = 2_000

/** Divides the size limit between pages and log: an eighth for the log, whose `logPages` trigger a checkpoint, a sixteenth for overshoot of a transaction. */
export function databaseFileLimits(maxBytes: number) {
  const logBytes = Math.min(8 * 1024 * 1024, Math.floor(maxBytes / 8))
  const logPages = Math.max(16, Math.floor(logBytes / 2 / pageBytes))
  return { fileBytes: maxBytes - logBytes - transactionBytes(maxBytes), logBytes, logPages }
}

/** Creates the retention of a database file; `logSize` returns the bytes of its log. */
export function createFileRetention(db: DatabaseSync, sql: Sql, limits: DatabaseFileLimits, logSize: () => number) {
  const measure = createMeasure(db)
  const retention = createRetention({
    sql,
    maxBytes: limits.fileBytes,
    used: async () => measure().used,
    // A large row leaves half a page empty on average.
    largeAnswerOverhead: pageBytes / 2,
  })
  return {
    ...retention,
    /** Returns some free pages to the disk; whether there are more. Call outside a transaction. */
    freePages(): boolean {
      const { all, free } = measure()
      const isTooMuch = all > limits.fileBytes && free > 0
      const isMuch = isTooMuch || free > all / 4
      if (isMuch) db.exec(`pragma incremental_vacuum(${maxFreedPages})`)
      // The file shrinks when the log is checkpointed.
      if (isMuch || logSize() > limits.logBytes) db.exec('pragma wal_checkpoint(truncate)')
      // Without auto-vacuum, set at creation, a database keeps its pages.
      return isTooMuch && measure().all < all
    },
  }
}
