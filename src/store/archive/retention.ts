// Retention of the archive, one step at a time: evicts dead shares first, then those not seen for longest.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, statement } from '../sql/sql-tag.ts'
import { addDeadShares } from './write-operations.ts'

const findDead = statement<{ id: number; key: string; checked: number | null }, { most: number }>`
  select id, key, checked from shares where health = 'bad' order by checked limit ${'most'}`

const findUnseen = statement<{ id: number }, { most: number }>`select id from shares order by seen limit ${'most'}`

const removeSightings = statement<never, { shares: string }>`
  delete from sightings where ${among('share', 'shares', 'bigint')}`

const removeShares = statement<never, { shares: string }>`delete from shares where ${among('id', 'shares', 'bigint')}`

/** Evicts up to `max` shares if `isTooMuch`; whether any were evicted. */
export async function evict(sql: Sql, max: number, isTooMuch: () => Promise<boolean>): Promise<boolean> {
  return await sql.transaction(async () => {
    if (!(await isTooMuch())) return false
    const dying = await sql.all(findDead, { most: max })
    const evicted = dying.length > 0 ? dying : await sql.all(findUnseen, { most: max })
    const shares = toJsonList(evicted.map(({ id }) => id))
    await sql.run(removeSightings, { shares })
    await sql.run(removeShares, { shares })
    await addDeadShares(
      sql,
      dying.map(({ key, checked }) => ({ key, checked: checked ?? 0 })),
    )
    return evicted.length > 0
  })
}
