// waiting.db: sightings and states that could not be written into PostgreSQL, in their order, over restarts; bounded in bytes.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ArchiveBatch, HeldSighting, Seen } from './archive-messages.ts'
import { heldOf, ofWaiting, putWaiting, takeWaiting, waitingSteps } from './archive-waiting-rows.ts'
import { migrate, numberOf } from './migrations.ts'
import { asList } from './sql-lists.ts'
import { sqlOfSqlite } from './sql-sqlite.ts'
import { checkWhole, createMeasure, isStill, keepToOneself } from './sqlite-file.ts'

/** The name of the file in its folder. */
export const waitingName = 'waiting.db'

/** All reject with what SQLite throws. */
export interface WaitingDatabase {
  readonly isReadOnly: boolean
  /** Takes it over: of two sightings of one name the newer one stays, in the later place. All or nothing. */
  put(batch: ArchiveBatch): Promise<void>
  /** The oldest, at most so many of each kind. They stay until they are `done`. */
  take(most: number): Promise<Taken>
  /** Sightings from a place on, to be looked at. */
  piece(from: number): Promise<readonly HeldSighting[]>
  forget(places: readonly number[]): Promise<void>
  remove(sightings: readonly Seen[]): Promise<void>
  /** How many sightings there are. */
  count(): Promise<number>
  hasSome(): Promise<boolean>
  /** How many were let go unwritten since nothing waited. */
  dropped(): number
  isInPlace(): boolean
  close(): void
}

interface Taken {
  readonly batch: ArchiveBatch
  done(): Promise<void>
}

/** A log for what one transaction may write. */
const logBytes = 4 * 1024 * 1024
const pieceOfAll = 1_000
/** Let go at once, where there is too much. */
const letGoAtOnce = 100

/** Opens it, makes it where there is none. What is in it takes at most about `maxBytes`. One that `isSound` is not checked. @throws what SQLite throws. */
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

  /** Nothing is left: the file becomes small again. */
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
