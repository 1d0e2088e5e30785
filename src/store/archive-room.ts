// Keeps the archive within its budget, a step at a time: dead shares go first, then those that nobody showed for longest.
import { rememberDead } from './archive-dead.ts'
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'
import type * as made from './statements/archive-room.ts'
import { statementsOf } from './statements-written.ts'

export interface ArchiveRoom {
  /** Does one step; whether there is more to do. Outside a transaction. @throws what the database throws. */
  tend(): Promise<boolean>
  /** Whether nothing may be written before there is more room. */
  isFull(): Promise<boolean>
}

const ofArchive = statementsOf<typeof made>('archive-room')

/** Lets go so many shares, where `isTooMuch`; whether it did. */
export async function letGo(sql: Sql, most: number, isTooMuch: () => Promise<boolean>): Promise<boolean> {
  return await sql.transact(async () => {
    if (!(await isTooMuch())) return false
    const dying = await sql.all(ofArchive('dead'), { most })
    const gone = dying.length > 0 ? dying : await sql.all(ofArchive('unseen'), { most })
    const shares = asList(gone.map(({ id }) => id))
    await sql.run(ofArchive('removeSightings'), { shares })
    await sql.run(ofArchive('removeShares'), { shares })
    await rememberDead(
      sql,
      dying.map(({ key, checked }) => ({ key, checked: checked ?? 0 })),
    )
    return gone.length > 0
  })
}
