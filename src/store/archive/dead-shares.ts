// Keeps a list of dead shares that were evicted from the archive, so that they are not shown as alive when they reappear.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, raw, rowsOf, statement } from '../sql/sql-tag.ts'

/** A dead share without a row in `shares`, and when it was found dead. */
export interface DeadShare {
  readonly key: string
  readonly checked: number
}

/** Maximum number of entries. */
const maxDeadShares = 20_000
/** Real keys are much shorter; the limit keeps the table small. */
const maxKeyLength = 200

const lastId = raw('coalesce((select max(id) from dead), 0)')

export const findDeadShares = statement<DeadShare, { keys: string }>`
  select key, checked from dead where ${among('key', 'keys')}`

/** Without the where clause SQLite would parse `on` as part of a join. */
const addShares = statement<never, { list: string }>`
  insert into dead (id, key, checked)
  select ${lastId} + given.place, given.key, given.checked
  from ${rowsOf('list', 'place bigint, key text, checked bigint')}
  where true
  on conflict (key) do update set id = excluded.id, checked = excluded.checked`

/** Deletes all but the latest `most` entries. */
const trim = statement<never, { most: number }>`delete from dead where id <= ${lastId} - ${'most'}`

const removeShares = statement<never, { keys: string }>`delete from dead where ${among('key', 'keys')}`

/** Whether the key is short enough to be stored. */
export function isStorableKey(key: string): boolean {
  return key.length <= maxKeyLength
}

/** Adds dead shares, the last one as the newest, and removes the oldest entries beyond the limit. Call inside a transaction. */
export async function addDeadShares(sql: Sql, shares: readonly DeadShare[]): Promise<void> {
  if (shares.length === 0) return
  await sql.run(addShares, { list: toJsonList(shares.map((share, at) => ({ ...share, place: at + 1 }))) })
  await sql.run(trim, { most: maxDeadShares })
}

/** Removes dead shares. Call inside a transaction. */
export async function removeDeadShares(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await sql.run(removeShares, { keys: toJsonList(keys) })
}
