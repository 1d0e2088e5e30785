// Retention of the archive's file: evicts shares, merges the index, checkpoints the log and returns free pages to the disk.
import type { DatabaseSync } from 'node:sqlite'
import type { Sql } from '../sql/sql.ts'
import { createMeasure } from '../sqlite/file-operations.ts'
import type { ArchiveLimits } from './limits.ts'
import { createReindexing } from './reindex.ts'
import { evict } from './retention.ts'

/** Shares evicted in one step. Evicting one costs about twice as much as adding one. */
const evictedAtOnce = 8

export function createSqliteRetention(db: DatabaseSync, sql: Sql, limits: ArchiveLimits) {
  const { fileBytes, logPages, movedPages } = limits
  const statements = prepare(db)
  const targetBytes = Math.floor(fileBytes * 0.97)
  const reindex = createReindexing(sql)
  const isTooMuch = () => statements.measure().used > targetBytes

  /** Merges index segments: removed tokens occupy space until their segments are merged. */
  function merge(): boolean {
    const before = Number(statements.changes.get()?.count)
    statements.merge.run(movedPages)
    return Number(statements.changes.get()?.count) - before >= 2
  }

  function checkpoint(maxRemaining: number): boolean {
    const { log, checkpointed } = statements.log.get() ?? {}
    if (Number(log) - Number(checkpointed) <= maxRemaining) return false
    // While another process reads, the rest of the log cannot be checkpointed.
    return statements.carryOver.get()?.checkpointed !== checkpointed
  }

  function freePages(): boolean {
    const { all, free } = statements.measure()
    const isTooMuch = all > fileBytes && free > 0
    if (!isTooMuch && free <= all / 4) return false
    db.exec(`pragma incremental_vacuum(${movedPages})`)
    // Without auto-vacuum, set at creation, a database keeps its pages.
    return statements.measure().all < all
  }

  return {
    /**
     * Does one step; whether there is more to do. A short log is left for the next writes unless `isIdle`. Call outside a transaction.
     * @throws database errors.
     */
    async maintain(isIdle = true): Promise<boolean> {
      if (checkpoint(logPages)) return true
      const wasEvicted = isTooMuch() && (await evict(sql, evictedAtOnce, async () => true))
      // In every step, even when the archive is full: otherwise SQLite eventually merges everything at once.
      const isMerged = merge()
      // The file shrinks when the log is checkpointed.
      return wasEvicted || isMerged || (await reindex()) || freePages() || (isIdle && checkpoint(0))
    },
    /** Whether data must be evicted before the next write. */
    isFull: async () => statements.measure().used > fileBytes,
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
