// Retention of the archive, one step at a time: evicts dead shares first, then those not seen for longest.

import { statementLookup } from '../sql/compiled-statements.ts'
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import type * as made from '../sql/statements/archive-retention.ts'
import { addDeadShares } from './dead-shares.ts'

export interface ArchiveRetention {
  /** Does one step; whether there is more to do. Call outside a transaction. @throws database errors. */
  tend(): Promise<boolean>
  /** Whether data must be evicted before the next write. */
  isFull(): Promise<boolean>
}

const ofArchive = statementLookup<typeof made>('archive-retention')

/** Evicts up to `max` shares if `isTooMuch`; whether any were evicted. */
export async function evict(sql: Sql, max: number, isTooMuch: () => Promise<boolean>): Promise<boolean> {
  return await sql.transaction(async () => {
    if (!(await isTooMuch())) return false
    const dying = await sql.all(ofArchive('dead'), { most: max })
    const evicted = dying.length > 0 ? dying : await sql.all(ofArchive('unseen'), { most: max })
    const shares = toJsonList(evicted.map(({ id }) => id))
    await sql.run(ofArchive('removeSightings'), { shares })
    await sql.run(ofArchive('removeShares'), { shares })
    await addDeadShares(
      sql,
      dying.map(({ key, checked }) => ({ key, checked: checked ?? 0 })),
    )
    return evicted.length > 0
  })
}
