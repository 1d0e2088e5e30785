// The history in a SQLite file.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { createSqliteSql } from '../sql/sqlite.ts'
import { createMeasure, isSameFile, openReadOnly, openWritable } from '../sqlite/file-operations.ts'
import { pageBytes } from '../tables.ts'
import { createHistoryReads } from './read-operations.ts'
import { createHistoryRetention } from './retention.ts'
import { historyMigrations, historyName } from './schema.ts'
import type { HistoryLimits } from './tables.ts'
import { createWriteRefreshes } from './write-operations.ts'

const logBytes = 4 * 1024 * 1024
const freedPages = 500

/** Opens the file for reading and writing, and creates it if missing. Skips the integrity check if `isSound`. */
export function openHistoryDatabase(file: string, limits: HistoryLimits, isSound: boolean) {
  // The last refreshes may be lost when the power fails: a sync for each would cost more than writing it.
  const pragmas = `pragma synchronous = normal; pragma cache_size = -4000; pragma journal_size_limit = ${logBytes};
    pragma wal_autocheckpoint = ${logBytes / 2 / pageBytes}`
  return openWritable({ file, name: historyName, steps: historyMigrations, pragmas, isSound }, (db) =>
    database(db, file, limits),
  )
}

/** Opens a file that is not writable. */
export function openReadOnlyHistory(file: string, limits: HistoryLimits, isSound: boolean) {
  const format = { name: historyName, steps: historyMigrations, pragmas: '' }
  return openReadOnly({ file, ...format, isSound }, (db) => database(db, file, limits, true))
}

function database(db: DatabaseSync, file: string, { maxDays, maxBytes }: HistoryLimits, isReadOnly = false) {
  const opened = statSync(file).ino
  const sql = createSqliteSql(db)
  const measure = createMeasure(db)
  const used = async () => measure().used
  const retention = createHistoryRetention({ sql, used, maxDays, maxBytes: maxBytes - logBytes })
  return {
    isReadOnly,
    ...createHistoryReads(sql),
    writeRefreshes: createWriteRefreshes(sql),
    async tidyHistory(now: number): Promise<boolean> {
      const hasMore = await retention.tidy(now)
      const { all, free } = measure()
      if (free > all / 4) db.exec(`pragma incremental_vacuum(${freedPages})`)
      return hasMore
    },
    /** Bytes in use. */
    used: () => measure().used,
    probe: () => sql.transaction(() => sql.script(`pragma user_version = ${historyMigrations.length}`)),
    waitForLocks: (forMs: number) => db.exec(`pragma busy_timeout = ${forMs}`),
    isCurrentFile: () => isSameFile(file, opened),
    close: () => db.close(),
  }
}
