// Keeps the archive's file within its budget: what is let go leaves pages and pieces of the index behind, and what is written leaves a log.
import type { DatabaseSync } from 'node:sqlite'
import { type ArchiveRoom, letGo } from './archive-room.ts'
import type { Sql } from './sql.ts'
import { createMeasure, pageBytes } from './sqlite-file.ts'

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

/** Makes room in the file, which `sql` writes. */
export function createSqliteRoom(db: DatabaseSync, sql: Sql, limits: ArchiveLimits): ArchiveRoom {
  const { fileBytes, logPages, movedPages } = limits
  const asked = prepare(db)
  const enough = Math.floor(fileBytes * 0.97)
  const isTooMuch = () => asked.measure().used > enough

  /** What was taken out of the index takes room until the pieces it is in are merged. */
  function merge(): boolean {
    const before = Number(asked.changes.get()?.count)
    asked.merge.run(movedPages)
    return Number(asked.changes.get()?.count) - before >= 2
  }

  function carryOver(mostLeft: number): boolean {
    const { log, checkpointed } = asked.log.get() ?? {}
    if (Number(log) - Number(checkpointed) <= mostLeft) return false
    // Where another process reads, the rest has to wait.
    return asked.carryOver.get()?.checkpointed !== checkpointed
  }

  function giveBack(): boolean {
    const { all, free } = asked.measure()
    const isTooMuch = all > fileBytes && free > 0
    if (!isTooMuch && free <= all / 4) return false
    db.exec(`pragma incremental_vacuum(${movedPages})`)
    // A database that was made without room to give back keeps its pages.
    return asked.measure().all < all
  }

  return {
    async tend() {
      if (carryOver(logPages)) return true
      const isLetGo = isTooMuch() && (await letGo(sql, letGoAtOnce, async () => true))
      // In each step, also where there is too much: what is not merged piles up until SQLite merges it all at once.
      const isMerged = merge()
      // A file becomes shorter when the log is carried over.
      return isLetGo || isMerged || giveBack() || carryOver(0)
    },
    isFull: async () => asked.measure().used > fileBytes,
  }
}

function prepare(db: DatabaseSync) {
  return {
    changes: db.prepare('select total_changes() as count'),
    merge: db.prepare(`insert into grams (grams, rank) values ('merge', ?)`),
    log: db.prepare('pragma wal_checkpoint(noop)'),
    carryOver: db.prepare('pragma wal_checkpoint(passive)'),
    measure: createMeasure(db),
  }
}
