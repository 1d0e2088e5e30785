// waiting.db: the persistent, size-limited queue of sightings and health states that PostgreSQL could not accept.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ArchiveBatch, HeldSighting, Seen } from './archive-messages.ts'
import { heldOf, ofWaiting, putWaiting, takeWaiting, waitingSteps } from './archive-waiting-rows.ts'
import { migrate, numberOf } from './migrations.ts'
import { asList } from './sql-lists.ts'
import { sqlOfSqlite } from './sql-sqlite.ts'
import { checkWhole, createMeasure, isStill, keepToOneself } from './sqlite-file.ts'

/** File name in the data folder. */
export const waitingName = 'waiting.db'

/** All methods reject with SQLite errors. */
export interface WaitingDatabase {
  readonly isReadOnly: boolean
  /** Adds a batch atomically. Of two sightings with the same name the newer one replaces the older, at the end of the queue. */
  put(batch: ArchiveBatch): Promise<void>
  /** The oldest entries, up to `most` of each kind. They stay in the queue until `done` is called. */
  take(most: number): Promise<Taken>
  /** A page of sightings from a position on. */
  piece(from: number): Promise<readonly HeldSighting[]>
  forget(places: readonly number[]): Promise<void>
  remove(sightings: readonly Seen[]): Promise<void>
  /** Number of queued sightings. */
  count(): Promise<number>
  hasSome(): Promise<boolean>
  /** Number of entries dropped unwritten since the queue was last empty. */
  dropped(): number
  isInPlace(): boolean
  close(): void
}

interface Taken {
  readonly batch: ArchiveBatch
  done(): Promise<void>
}

/** Size of the log: enough for one transaction. */
const logBytes = 4 * 1024 * 1024
const pieceOfAll = 1_000
/** Entries dropped at once when the queue is too large. */
const letGoAtOnce = 100

/** Opens or creates the queue, limited to about `maxBytes`. Skips the integrity check if `isSound`. @throws SQLite errors. */
export function openWaitingDatabase(file: string, maxBytes: number, isSound: boolean): WaitingDatabase {
  const db = new DatabaseSync(file, { timeout: 1_000 })
  try {
    numberOf(db, waitingSteps, waitingName)
    db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = normal; pragma trusted_schema = off;
      pragma temp_store = memory; pragma cache_size = -4000; pragma journal_size_limit = ${logBytes}`)
    if (!isSound) checkWhole(db, file)
    migrate(db, waitingSteps, waitingName)
    keepToOneself(file)
    return waitingIn(db, file, maxBytes)
  } catch (error) {
    db.close()
    throw error
  }
}

function waitingIn(db: DatabaseSync, file: string, maxBytes: number): WaitingDatabase {
  const opened = statSync(file).ino
  const sql = sqlOfSqlite(db)
  const measure = createMeasure(db)
  let dropped = 0

  async function hasSome(): Promise<boolean> {
    const waiting = await sql.first(ofWaiting('any'), {})
    return (waiting ?? (await sql.first(ofWaiting('anyState'), {}))) !== undefined
  }

  async function letGo(): Promise<void> {
    while (measure().used > maxBytes) {
      const gone = await sql.run(ofWaiting('letGo'), { most: letGoAtOnce })
      if (gone === 0) return
      dropped += gone
    }
  }

  /** Shrinks the file when the queue is empty. */
  async function giveBack(): Promise<void> {
    if (await hasSome()) return
    dropped = 0
    db.exec('pragma incremental_vacuum; pragma wal_checkpoint(truncate)')
  }

  return {
    isReadOnly: false,
    put: (batch) =>
      sql.transact(async () => {
        await putWaiting(sql, batch)
        await letGo()
      }),
    async take(most) {
      const { places, keys, batch } = await takeWaiting(sql, most)
      return {
        batch,
        async done() {
          await sql.transact(async () => {
            await sql.run(ofWaiting('forget'), { places: asList(places) })
            await sql.run(ofWaiting('forgetStates'), { keys: asList(keys) })
          })
          await giveBack()
        },
      }
    },
    piece: async (from) => (await sql.all(ofWaiting('piece'), { from, most: pieceOfAll })).map(heldOf),
    forget: async (places) => void (await sql.run(ofWaiting('forget'), { places: asList(places) })),
    remove: async (sightings) => void (await sql.run(ofWaiting('remove'), { list: asList(sightings) })),
    count: async () => (await sql.first(ofWaiting('count'), {}))?.count ?? 0,
    hasSome,
    dropped: () => dropped,
    isInPlace: () => isStill(file, opened),
    close: () => db.close(),
  }
}
