// The database file, opened: its tables read and written by prepared statements, in transactions that are on the disk when they return.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DamagedDatabase } from './database-fault.ts'
import { createRoom, type Limits, limitsOf, type Room } from './database-room.ts'
import type { AnswerRead, AnswerToWrite, Bytes, RecordToWrite } from './disk-messages.ts'
import { migrate, migrations, numberOf } from './migrations.ts'
import { checkWhole, connectReadOnly, isStill, keepToOneself, sizeOf, transact, undo } from './sqlite-file.ts'
import { commitEnded, mayCommit, type WritePermit } from './write-permit.ts'

export interface Database {
  readonly isReadOnly: boolean
  /** What of these still serves at `now`, and how many are damaged. @throws what SQLite throws, like all here. */
  readAnswers(keys: readonly string[], now: number): { answers: (AnswerRead | undefined)[]; damaged: number }
  readRecord(name: string): Bytes | undefined
  /** All or nothing; makes room for them first. */
  writeAnswers(answers: readonly AnswerToWrite[], now: number): void
  /** All or nothing; nothing, and `false`, when the permit was withdrawn. */
  writeRecords(records: readonly RecordToWrite[], permit: WritePermit): boolean
  /** Writes a page and changes nothing. */
  probe(): void
  /** Lets go what has expired or is too much, a little at a time; whether there is more. */
  tidy(now: number): boolean
  /** Waits so long for a lock of another process. */
  waitForLocks(forMs: number): void
  /** Whether the file of this name is still the one that was opened. */
  isInPlace(): boolean
  close(): void
}

const compressed = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Opens the database for reading and writing, makes it when there is none. Its file stays within about `maxBytes`. One that `isSound` is not checked. */
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

/** Opens a database that cannot be written to, as far as it can be read. */
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
  const room = createRoom(db, limits, () => sizeOf(`${file}-wal`))
  return {
    isReadOnly,
    ...answersOf(db, room),
    ...recordsOf(db),
    probe: () => transact(db, () => db.exec(`pragma user_version = ${migrations.length}`)),
    tidy(now) {
      const hasMore = transact(db, () => room.tidy(now))
      return room.giveBack() || hasMore
    },
    waitForLocks: (forMs) => db.exec(`pragma busy_timeout = ${forMs}`),
    isInPlace: () => isStill(file, opened),
    close: () => db.close(),
  }
}

function answersOf(db: DatabaseSync, room: Room): Pick<Database, 'readAnswers' | 'writeAnswers'> {
  const find = db.prepare('select at, until, used, body from answers where key = ? and until >= ?')
  const remove = db.prepare('delete from answers where key = ?')
  const put = db.prepare(
    `insert into answers (key, at, until, used, bytes, body) values (?, ?, ?, ?, ?, ?) on conflict (key) do update set
     at = excluded.at, until = excluded.until, used = excluded.used, bytes = excluded.bytes, body = excluded.body`,
  )
  return {
    readAnswers(keys, now) {
      let damaged = 0
      const answers = keys.map((key) => {
        const row = find.get(key, now)
        if (!row || !(row.body instanceof Uint8Array)) return undefined
        room.touch(key, Number(row.used), now)
        const json = unpack(row.body)
        if (json === undefined) damaged += 1
        return json && { at: Number(row.at), until: Number(row.until), json }
      })
      return { answers, damaged }
    },
    writeAnswers(answers, now) {
      // Before the transaction, so that the lock is held for the writing only.
      const packed = answers.map((answer) => ({
        ...answer,
        body: answer.json && zstdCompressSync(answer.json, compressed),
      }))
      const wanted = packed.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)
      transact(db, () => {
        room.makeFor(wanted, now)
        for (const { key, at, until, body } of packed) {
          if (body) put.run(key, at, until, now, body.length, body)
          else remove.run(key)
        }
      })
      for (const { body } of packed) if (body) release(body)
    },
  }
}

function recordsOf(db: DatabaseSync): Pick<Database, 'readRecord' | 'writeRecords'> {
  const find = db.prepare('select body from records where name = ?')
  const put = db.prepare('insert or replace into records (name, body) values (?, ?)')
  const putIfAbsent = db.prepare('insert or ignore into records (name, body) values (?, ?)')
  return {
    readRecord(name) {
      const body = find.get(name)?.body
      return body instanceof Uint8Array ? new Uint8Array(body) : undefined
    },
    writeRecords(records, permit) {
      db.exec('begin immediate')
      try {
        for (const { name, bytes, isOnlyIfAbsent } of records) (isOnlyIfAbsent ? putIfAbsent : put).run(name, bytes)
        const isAllowed = mayCommit(permit)
        db.exec(isAllowed ? 'commit' : 'rollback')
        commitEnded(permit, isAllowed)
        return isAllowed
      } catch (error) {
        undo(db)
        commitEnded(permit, false)
        throw error
      }
    },
  }
}

/** Gives memory back at once: garbage of a thread that makes little else waits for long. Small buffers are cut from one that others use. */
function release({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}

/** Nothing when the bytes are not what was written: the format carries a sum. */
function unpack(body: Uint8Array): Bytes | undefined {
  try {
    return new Uint8Array(zstdDecompressSync(body))
  } catch {
    return undefined
  }
}
