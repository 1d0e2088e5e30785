// Answers and records as they are kept: in a database file, opened here, or in PostgreSQL. What is written is on the disk when that is said.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { answersOf, type DatabaseAnswers } from './database-answers.ts'
import { DamagedDatabase } from './database-fault.ts'
import { createFileRoom, type Limits, limitsOf } from './database-file-room.ts'
import { type DatabaseRecords, recordsOf } from './database-records.ts'
import { migrate, migrations, numberOf } from './migrations.ts'
import { sqlOfSqlite } from './sql-sqlite.ts'
import { checkWhole, connectReadOnly, isStill, keepToOneself, sizeOf } from './sqlite-file.ts'

/** An open database. What is asked of it rejects with what the database throws. */
export interface Database extends DatabaseAnswers, DatabaseRecords {
  readonly isReadOnly: boolean
  /** Writes, and changes nothing. */
  probe(): Promise<void>
  /** Lets go what has expired or is too much, a little at a time; whether there is more. */
  tidy(now: number): Promise<boolean>
  /** Waits so long for a lock of another process. */
  waitForLocks(forMs: number): void
  /** Whether the file of this name is still the one that was opened. */
  isInPlace(): boolean
  close(): void
}

/** Opens the database file for reading and writing, makes it when there is none. It stays within about `maxBytes`. One that `isSound` is not checked. */
export function openDatabase(file: string, maxBytes: number, isSound: boolean): Database {
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    numberOf(db)
    const limits = limitsOf(maxBytes)
    // Room given back and the log have to be set up before there are pages.
    db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off;
      pragma temp_store = memory; pragma cache_size = -8000;
      pragma journal_size_limit = ${limits.logBytes}; pragma wal_autocheckpoint = ${limits.logPages}`)
    if (!isSound) checkWhole(db, file)
    migrate(db)
    keepToOneself(file)
    return database(db, file, limits)
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens a database file that cannot be written to, as far as it can be read. */
export function openReadOnly(file: string, maxBytes: number, isSound: boolean): Database {
  const db = connectReadOnly(file)
  try {
    if (numberOf(db) < migrations.length) throw new DamagedDatabase('older than this Trawl')
    if (!isSound) checkWhole(db, file)
    return database(db, file, limitsOf(maxBytes), true)
  } catch (error) {
    db.close()
    throw error
  }
}

function database(db: DatabaseSync, file: string, limits: Limits, isReadOnly = false): Database {
  const opened = statSync(file).ino
  const sql = sqlOfSqlite(db)
  const room = createFileRoom(db, sql, limits, () => sizeOf(`${file}-wal`))
  return {
    isReadOnly,
    ...answersOf(sql, room),
    ...recordsOf(sql),
    probe: () => sql.transact(() => sql.script(`pragma user_version = ${migrations.length}`)),
    async tidy(now) {
      const hasMore = await sql.transact(() => room.tidy(now))
      return room.giveBack() || hasMore
    },
    waitForLocks: (forMs) => db.exec(`pragma busy_timeout = ${forMs}`),
    isInPlace: () => isStill(file, opened),
    close: () => db.close(),
  }
}
