// Keeps the database within its budget: what has expired goes first, then what was not used for longest.
import type { DatabaseSync } from 'node:sqlite'
import { createMeasure, pageBytes } from './sqlite-file.ts'

export interface Limits {
  /** Bytes the pages in use may take. */
  readonly fileBytes: number
  /** Bytes the log may keep between two writes. */
  readonly logBytes: number
  /** Pages in the log from which on they are carried over into the file. */
  readonly logPages: number
}

export interface Room {
  /** Notes that an answer was used at `now`, if the file does not know so already. */
  touch(key: string, usedBefore: number, now: number): void
  /** Lets go answers until `bytes` more fit. Inside a transaction, like `tidy`. */
  makeFor(bytes: number, now: number): void
  /** Lets go what has expired or is too much, a little at a time; whether there is more. */
  tidy(now: number): boolean
  /** Gives room back to the disk, a little at a time; whether there is more. Outside a transaction. */
  giveBack(): boolean
}

/** What was used within this time is not noted again: reading must not become writing. */
const notedMs = 60 * 60 * 1000
const mostNoted = 10_000
const mostAtOnce = 500
const pagesGivenBack = 2_000

/** How a budget is divided: an eighth for the log, a sixteenth for what one transaction may go beyond. */
export function limitsOf(maxBytes: number): Limits {
  const logBytes = Math.min(8 * 1024 * 1024, Math.floor(maxBytes / 8))
  const logPages = Math.max(16, Math.floor(logBytes / 2 / pageBytes))
  return { fileBytes: maxBytes - logBytes - transactionBytes(maxBytes), logBytes, logPages }
}

/** About how many bytes to write in one transaction under a budget: readers wait while one is written. */
export function transactionBytes(maxBytes: number): number {
  return Math.min(4 * 1024 * 1024, Math.floor(maxBytes / 16))
}

/** Makes room in a database; `logSize` gives the bytes of its log. */
export function createRoom(db: DatabaseSync, limits: Limits, logSize: () => number): Room {
  const touched = new Map<string, number>()
  const sql = prepare(db)
  function note(now: number): void {
    for (const [key, at] of touched) sql.note.run(at, key)
    touched.clear()
    // Written while the clock was wrong: it would never be the one unused for longest.
    sql.lower.run(now, now)
  }
  function evict(bytes: number): void {
    let freed = 0
    for (const row of sql.leastUsed.all()) {
      if (freed >= bytes) return
      sql.remove.run(row.rowid ?? null)
      freed += roomOf(Number(row.bytes))
    }
  }
  function makeFor(bytes: number, now: number): void {
    const most = limits.fileBytes - bytes
    if (sql.measure().used <= most) return
    sql.expire.run(now)
    const over = sql.measure().used - most
    if (over <= 0) return
    note(now)
    // A little more than needed, so that not every write has to.
    evict(over + limits.fileBytes / 50)
  }
  return {
    makeFor,
    touch(key, usedBefore, now) {
      if ((now - usedBefore > notedMs || usedBefore > now) && touched.size < mostNoted) touched.set(key, now)
    },
    tidy(now) {
      note(now)
      const expired = Number(sql.expire.run(now).changes)
      const { used } = sql.measure()
      makeFor(0, now)
      const left = sql.measure().used
      // Where nothing became less, nothing will by trying again.
      return expired === mostAtOnce || (left > limits.fileBytes && left < used)
    },
    giveBack() {
      const { all, free } = sql.measure()
      const isTooMuch = all > limits.fileBytes && free > 0
      const isMuch = isTooMuch || free > all / 4
      if (isMuch) db.exec(`pragma incremental_vacuum(${pagesGivenBack})`)
      // The file becomes shorter when the log is carried over.
      if (isMuch || logSize() > limits.logBytes) db.exec('pragma wal_checkpoint(truncate)')
      // A database that was made without room to give back keeps its pages.
      return isTooMuch && sql.measure().all < all
    },
  }
}

function prepare(db: DatabaseSync) {
  return {
    lower: db.prepare('update answers set used = ? where used > ?'),
    note: db.prepare('update answers set used = ? where key = ?'),
    expire: db.prepare(
      `delete from answers where rowid in (select rowid from answers where until < ? order by until limit ${mostAtOnce})`,
    ),
    leastUsed: db.prepare(`select rowid, bytes from answers order by used limit ${mostAtOnce}`),
    remove: db.prepare('delete from answers where rowid = ?'),
    measure: createMeasure(db),
  }
}

/** What a row takes with its key and its places in the indexes; one that is large leaves half a page empty. */
function roomOf(bodyBytes: number): number {
  return bodyBytes + 300 + (bodyBytes > 1_000 ? pageBytes / 2 : 0)
}
