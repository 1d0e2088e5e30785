// What only a database file needs: how its budget is divided between pages and log, and how room is given back to the disk.
import type { DatabaseSync } from 'node:sqlite'
import { createRoom, type Room } from './database-room.ts'
import type { Sql } from './sql.ts'
import { createMeasure, pageBytes } from './sqlite-file.ts'
import { transactionBytes } from './transaction-bytes.ts'

export interface Limits {
  /** Bytes the pages in use may take. */
  readonly fileBytes: number
  /** Bytes the log may keep between two writes. */
  readonly logBytes: number
  /** Pages in the log from which on they are carried over into the file. */
  readonly logPages: number
}

export interface FileRoom extends Room {
  /** Gives room back to the disk, a little at a time; whether there is more. Outside a transaction. */
  giveBack(): boolean
}

const pagesGivenBack = 2_000

/** How a budget is divided: an eighth for the log, a sixteenth for what one transaction may go beyond. */
export function limitsOf(maxBytes: number): Limits {
  const logBytes = Math.min(8 * 1024 * 1024, Math.floor(maxBytes / 8))
  const logPages = Math.max(16, Math.floor(logBytes / 2 / pageBytes))
  return { fileBytes: maxBytes - logBytes - transactionBytes(maxBytes), logBytes, logPages }
}

/** Makes room in a database file, which `sql` is for too; `logSize` gives the bytes of its log. */
export function createFileRoom(db: DatabaseSync, sql: Sql, limits: Limits, logSize: () => number): FileRoom {
  const measure = createMeasure(db)
  const room = createRoom({
    sql,
    mostBytes: limits.fileBytes,
    used: async () => measure().used,
    // It leaves half a page empty.
    besideLarge: pageBytes / 2,
  })
  return {
    ...room,
    giveBack() {
      const { all, free } = measure()
      const isTooMuch = all > limits.fileBytes && free > 0
      const isMuch = isTooMuch || free > all / 4
      if (isMuch) db.exec(`pragma incremental_vacuum(${pagesGivenBack})`)
      // The file becomes shorter when the log is carried over.
      if (isMuch || logSize() > limits.logBytes) db.exec('pragma wal_checkpoint(truncate)')
      // A database that was made without room to give back keeps its pages.
      return isTooMuch && measure().all < all
    },
  }
}
