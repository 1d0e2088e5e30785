// Keeps the archive within its budget, a step at a time: dead shares go first, then those that nobody showed for longest.
import type { DatabaseSync } from 'node:sqlite'
import { createDeadShares } from './archive-dead.ts'
import { createMeasure, pageBytes, transact } from './sqlite-file.ts'

/** How a budget is divided, and what one step may do. */
export interface ArchiveLimits {
  /** Bytes the pages in use may take. */
  readonly fileBytes: number
  /** Bytes the log may keep between two writes. */
  readonly logBytes: number
  /** Pages in the log from which on they are carried over into the file. */
  readonly logPages: number
  /** Sightings written, or taken out, in one transaction: readers wait meanwhile. */
  readonly atOnce: number
  /** Pages of the index merged, or given back to the disk, in one step. */
  readonly movedPages: number
}

export interface ArchiveRoom {
  /** Does one step; whether there is more to do. Outside a transaction. @throws what SQLite throws. */
  tend(): boolean
  /** Whether nothing may be written before there is more room. */
  isFull(): boolean
}

/** Each costs about twice what keeping one costs. */
const letGoAtOnce = 8

/** Steps are some milliseconds long: who searches waits for one at the most. An eighth is for the log, an eighth for what steps may go beyond. */
export function archiveLimits(maxBytes: number): ArchiveLimits {
  const eighth = Math.floor(maxBytes / 8)
  const logBytes = Math.min(8 * 1024 * 1024, eighth)
  const stepBytes = Math.min(8 * 1024 * 1024, eighth)
  return {
    fileBytes: maxBytes - logBytes - stepBytes,
    logBytes,
    logPages: Math.min(250, Math.floor(logBytes / 4 / pageBytes)),
    atOnce: Math.max(10, Math.min(32, Math.floor(stepBytes / 32_768))),
    movedPages: Math.max(8, Math.min(16, Math.floor(stepBytes / 8 / pageBytes))),
  }
}

/** Makes room in a database. */
export function createArchiveRoom(db: DatabaseSync, { fileBytes, logPages, movedPages }: ArchiveLimits): ArchiveRoom {
  const sql = prepare(db)
  const deadShares = createDeadShares(db)
  const enough = Math.floor(fileBytes * 0.97)

  /** Whether it did something. */
  function letGo(): boolean {
    if (sql.measure().used <= enough) return false
    const dead = sql.dead.all(letGoAtOnce)
    const gone = dead.length > 0 ? dead : sql.unseen.all(letGoAtOnce)
    transact(db, () => {
      for (const { id } of gone) {
        sql.removeSightings.run(id ?? null)
        sql.removeShare.run(id ?? null)
      }
      for (const { key, checked } of dead) deadShares.remember(String(key), Number(checked))
    })
    return gone.length > 0
  }

  /** What was taken out of the index takes room until the pieces it is in are merged. */
  function merge(): boolean {
    const before = Number(sql.changes.get()?.count)
    sql.merge.run(movedPages)
    return Number(sql.changes.get()?.count) - before >= 2
  }

  function carryOver(mostLeft: number): boolean {
    const { log, checkpointed } = sql.log.get() ?? {}
    if (Number(log) - Number(checkpointed) <= mostLeft) return false
    // Where another process reads, the rest has to wait.
    return sql.carryOver.get()?.checkpointed !== checkpointed
  }

  function giveBack(): boolean {
    const { all, free } = sql.measure()
    const isTooMuch = all > fileBytes && free > 0
    if (!isTooMuch && free <= all / 4) return false
    db.exec(`pragma incremental_vacuum(${movedPages})`)
    // A database that was made without room to give back keeps its pages.
    return sql.measure().all < all
  }

  return {
    tend() {
      if (carryOver(logPages)) return true
      const isLetGo = letGo()
      // In each step, also where there is too much: what is not merged piles up until SQLite merges it all at once.
      const isMerged = merge()
      // A file becomes shorter when the log is carried over.
      return isLetGo || isMerged || giveBack() || carryOver(0)
    },
    isFull: () => sql.measure().used > fileBytes,
  }
}

function prepare(db: DatabaseSync) {
  return {
    dead: db.prepare(`select id, key, checked from shares where health = 'bad' order by checked limit ?`),
    unseen: db.prepare('select id from shares order by seen limit ?'),
    removeSightings: db.prepare('delete from sightings where share = ?'),
    removeShare: db.prepare('delete from shares where id = ?'),
    changes: db.prepare('select total_changes() as count'),
    merge: db.prepare(`insert into grams (grams, rank) values ('merge', ?)`),
    log: db.prepare('pragma wal_checkpoint(noop)'),
    carryOver: db.prepare('pragma wal_checkpoint(passive)'),
    measure: createMeasure(db),
  }
}
