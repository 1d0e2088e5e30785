// Retention of the archive, one step at a time: evicts dead shares first, then those not seen for longest.
import { rememberDead } from './archive-dead.ts'
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'
import type * as made from './statements/archive-room.ts'
import { statementsOf } from './statements-written.ts'

export interface ArchiveRoom {
  /** Does one step; whether there is more to do. Call outside a transaction. @throws database errors. */
  tend(): Promise<boolean>
  /** Whether data must be evicted before the next write. */
  isFull(): Promise<boolean>
}

const ofArchive = statementsOf<typeof made>('archive-room')

/** Evicts up to `most` shares if `isTooMuch`; whether any were evicted. */
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
