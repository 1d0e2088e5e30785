// waiting.db: the persistent, size-limited queue of sightings and health states that PostgreSQL could not accept.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, rowsOf, statement } from '../sql/sql-tag.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { createMeasure, isSameFile, openWritable } from '../sqlite/file-operations.ts'
import type { ArchiveBatch, QueuedSighting, SightingId } from './messages.ts'
import {
  addToOverflow,
  findOldest,
  overflowMigrations,
  removeSightings,
  takeFromOverflow,
  toQueuedSighting,
} from './overflow-schema.ts'

/** File name in the data folder. */
export const overflowFileName = 'waiting.db'

export type OverflowDatabase = ReturnType<typeof createOverflowDatabase>

/** Size of the log: enough for one transaction. */
const logBytes = 4 * 1024 * 1024
const pageRows = 1_000
/** Entries dropped at once when the queue is too large. */
const droppedAtOnce = 100

const findCount = statement<{ count: number }>`select count(*) as count from waiting`

const findAny = statement<{ key: string }>`
  select key from (select key from waiting limit 1) union all select key from (select key from states limit 1)`

const dropOldest = statement<never, { most: number }>`
  delete from waiting where place in (select place from waiting order by place limit ${'most'})`

const removeStates = statement<never, { keys: string }>`delete from states where ${among('key', 'keys')}`

const removeSeen = statement<never>`
  delete from waiting where place in (
    select seen.place from ${rowsOf('key text, source text')} cross join waiting as seen
    where seen.key = given.key and seen.source = given.source
  )`

/** Opens or creates the queue, limited to about `maxBytes`. Skips the integrity check if `isSound`. @throws SQLite errors. */
export function openOverflowDatabase(file: string, maxBytes: number, isSound: boolean): OverflowDatabase {
  const pragmas = `pragma synchronous = normal; pragma cache_size = -4000; pragma journal_size_limit = ${logBytes}`
  return openWritable({ file, name: overflowFileName, steps: overflowMigrations, pragmas, isSound }, (db) =>
    createOverflowDatabase(db, file, maxBytes),
  )
}

async function isEmpty(sql: Sql): Promise<boolean> {
  return (await sql.first(findAny, {})) === undefined
}

/** Removes the oldest sightings while the file uses more than `maxBytes`; returns their number. */
async function dropExcess(sql: Sql, measure: ReturnType<typeof createMeasure>, maxBytes: number): Promise<number> {
  let dropped = 0
  while (measure().used > maxBytes) {
    const gone = await sql.run(dropOldest, { most: droppedAtOnce })
    if (gone === 0) break
    dropped += gone
  }
  return dropped
}

/** All methods reject with SQLite errors. */
function createOverflowDatabase(db: DatabaseSync, file: string, maxBytes: number) {
  const opened = statSync(file).ino
  const sql = createSqliteSql(db)
  const measure = createMeasure(db)
  let dropped = 0

  /** Shrinks the file when the queue is empty. */
  async function shrink(): Promise<void> {
    if (!(await isEmpty(sql))) return
    dropped = 0
    db.exec('pragma incremental_vacuum; pragma wal_checkpoint(truncate)')
  }

  return {
    isReadOnly: false,
    /** Adds a batch atomically. Of two sightings with the same name the newer one replaces the older, at the end of the queue. */
    put: (batch: ArchiveBatch) =>
      sql.transaction(async () => {
        await addToOverflow(sql, batch)
        dropped += await dropExcess(sql, measure, maxBytes)
      }),
    /** The oldest entries, up to `most` of each kind. They stay in the queue until `done` is called. */
    async take(most: number) {
      const { places, keys, batch } = await takeFromOverflow(sql, most)
      return {
        batch,
        async done(): Promise<void> {
          await sql.transaction(async () => {
            await sql.run(removeSightings, { places: toJsonList(places) })
            await sql.run(removeStates, { keys: toJsonList(keys) })
          })
          await shrink()
        },
      }
    },
    /** A page of sightings from a position on. */
    piece: async (from: number): Promise<readonly QueuedSighting[]> =>
      (await sql.all(findOldest, { from, most: pageRows })).map(toQueuedSighting),
    removePlaces: async (places: readonly number[]) =>
      void (await sql.run(removeSightings, { places: toJsonList(places) })),
    remove: (sightings: readonly SightingId[]) => sql.runRows(removeSeen, sightings),
    count: async () => (await sql.first(findCount, {}))?.count ?? 0,
    hasSome: async () => !(await isEmpty(sql)),
    // Only this process opens the file.
    waitForLocks: () => undefined,
    /** Number of entries dropped unwritten since the queue was last empty. */
    dropped: () => dropped,
    isCurrentFile: () => isSameFile(file, opened),
    close: () => db.close(),
  }
}
