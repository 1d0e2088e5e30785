// Keeps the archive within its budget, a step at a time: dead shares go first, then those that nobody showed for longest.
import { rememberDead } from './archive-dead.ts'
import { statement } from './archive-rows.ts'
import type { Sql } from './sql.ts'
import { asList, isAmong } from './sql-lists.ts'

export interface ArchiveRoom {
  /** Does one step; whether there is more to do. Outside a transaction. @throws what the database throws. */
  tend(): Promise<boolean>
  /** Whether nothing may be written before there is more room. */
  isFull(): Promise<boolean>
}

const dead = statement({ most: 'number' }, (db, { most }) =>
  db.selectFrom('shares').select(['id', 'key', 'checked']).where('health', '=', 'bad').orderBy('checked').limit(most),
)

const unseen = statement({ most: 'number' }, (db, { most }) =>
  db.selectFrom('shares').select('id').orderBy('seen').limit(most),
)

const removeSightings = statement({ shares: 'text' }, (db, { shares }, engine) =>
  db.deleteFrom('sightings').where(isAmong('share', shares, { engine, of: 'number' })),
)

/** With its last sighting a share goes by itself: this is for what has none. */
const removeShares = statement({ shares: 'text' }, (db, { shares }, engine) =>
  db.deleteFrom('shares').where(isAmong('id', shares, { engine, of: 'number' })),
)

/** Lets go so many shares, where `isTooMuch`; whether it did. */
export async function letGo(sql: Sql, most: number, isTooMuch: () => Promise<boolean>): Promise<boolean> {
  return await sql.transact(async () => {
    if (!(await isTooMuch())) return false
    const dying = await sql.all(dead, { most })
    const gone = dying.length > 0 ? dying : await sql.all(unseen, { most })
    const shares = asList(gone.map(({ id }) => id))
    await sql.run(removeSightings, { shares })
    await sql.run(removeShares, { shares })
    await rememberDead(
      sql,
      dying.map(({ key, checked }) => ({ key, checked: checked ?? 0 })),
    )
    return gone.length > 0
  })
}
