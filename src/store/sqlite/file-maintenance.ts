// Maintenance of trawl.db, a step at a time: merges the search index, and returns free pages to the disk.
import type { DatabaseSync } from 'node:sqlite'
import { type FileLimits, pageBytes } from '../limits.ts'

/** All functions throw database errors; call them outside a transaction. */
export function createFileMaintenance(db: DatabaseSync, { fileBytes, movedPages }: FileLimits) {
  const pages = db.prepare('select page_count as count, freelist_count from pragma_page_count, pragma_freelist_count')
  const changes = db.prepare('select total_changes() as count')
  const mergeIndex = db.prepare(`insert into grams (grams, rank) values ('merge', ?)`)
  const carryOver = db.prepare('pragma wal_checkpoint(passive)')

  /** Bytes of all pages and of free pages. */
  function measure() {
    const { count, freelist_count: free } = pages.get() ?? {}
    return { all: Number(count) * pageBytes, free: Number(free) * pageBytes }
  }

  return {
    /** Bytes of the pages in use. */
    used: () => {
      const { all, free } = measure()
      return all - free
    },
    /** Merges segments of the index: removed tokens occupy space until then. Whether there may be more to do. */
    merge(): boolean {
      const before = Number(changes.get()?.count)
      mergeIndex.run(movedPages)
      return Number(changes.get()?.count) - before >= 2
    },
    /** Gives free pages back; at the end the log is carried over, with which the file shrinks, if `isIdle`. Whether there may be more to do. */
    shrink(isIdle: boolean): boolean {
      const { all, free } = measure()
      if (free > 0 && (all > fileBytes || free > all / 4)) {
        db.exec(`pragma incremental_vacuum(${movedPages})`)
        // Without auto-vacuum, set at creation, a database keeps its pages.
        if (measure().all < all) return true
      }
      if (isIdle) carryOver.get()
      return false
    },
  }
}
