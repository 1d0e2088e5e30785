// Remembers which shares were dead when the archive had no room for them, so that nobody takes them for living when they are shown again.
import type { DatabaseSync } from 'node:sqlite'

export interface DeadShares {
  /** Inside a transaction, like all here; beyond the bound those remembered first are forgotten. @throws what SQLite throws. */
  remember(key: string, at: number): void
  /** Forgets a share; gives when it was found dead, where it was. */
  recover(key: string): number | undefined
}

const mostRemembered = 20_000
/** Keys of clouds that are checked are much shorter; the table is to stay small. */
const longestKey = 200

/** Remembers them in `db`. None of them has a row in `shares`. */
export function createDeadShares(db: DatabaseSync): DeadShares {
  const add = db.prepare('insert or replace into dead (key, checked) values (?, ?)')
  const trim = db.prepare(`delete from dead where id <= (select max(id) from dead) - ${mostRemembered}`)
  const remove = db.prepare('delete from dead where key = ? returning checked')
  return {
    remember(key, at) {
      if (key.length > longestKey) return
      add.run(key, at)
      trim.run()
    },
    recover(key) {
      const row = remove.get(key)
      return row && Number(row.checked)
    },
  }
}
