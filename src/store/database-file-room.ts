// Retention of a database file: divides the size limit between pages and log, and returns free pages to the disk.
import type { DatabaseSync } from 'node:sqlite'
import { createRoom, type Room } from './database-room.ts'
import type { Sql } from './sql.ts'
import { createMeasure, pageBytes } from './sqlite-file.ts'
import { transactionBytes } from './transaction-bytes.ts'

export interface Limits {
  /** Size limit of the pages in use. */
  readonly fileBytes: number
  /** Size limit of the log between two writes. */
  readonly logBytes: number
  /** Number of log pages that triggers a checkpoint. */
  readonly logPages: number
}

export interface FileRoom extends Room {
  /** Returns some free pages to the disk; whether there are more. Call outside a transaction. */
  giveBack(): boolean
}

const pagesGivenBack = 2_000

/** Divides the size limit: an eighth for the log, a sixteenth for overshoot of a transaction. */
export function limitsOf(maxBytes: number): Limits {
  const logBytes = Math.min(8 * 1024 * 1024, Math.floor(maxBytes / 8))
  const logPages = Math.max(16, Math.floor(logBytes / 2 / pageBytes))
  return { fileBytes: maxBytes - logBytes - transactionBytes(maxBytes), logBytes, logPages }
}

/** Creates the retention of a database file; `logSize` returns the bytes of its log. */
export function createFileRoom(db: DatabaseSync, sql: Sql, limits: Limits, logSize: () => number): FileRoom {
  const measure = createMeasure(db)
  const room = createRoom({
    sql,
    mostBytes: limits.fileBytes,
    used: async () => measure().used,
    // A large row leaves half a page empty on average.
    besideLarge: pageBytes / 2,
  })
  return {
    ...room,
    giveBack() {
      const { all, free } = measure()
      const isTooMuch = all > limits.fileBytes && free > 0
      const isMuch = isTooMuch || free > all / 4
      if (isMuch) db.exec(`pragma incremental_vacuum(${pagesGivenBack})`)
      // The file shrinks when the log is checkpointed.
      if (isMuch || logSize() > limits.logBytes) db.exec('pragma wal_checkpoint(truncate)')
      // Without auto-vacuum, set at creation, a database keeps its pages.
      return isTooMuch && measure().all < all
    },
  }
}
