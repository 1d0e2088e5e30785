// Keeps a list of dead shares that were evicted from the archive, so that they are not shown as alive when they reappear.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, raw, rowsOf, statement } from '../sql/sql-tag.ts'

/** A dead share without a row in `shares`, and when it was found dead. */
interface DeadShare {
  readonly key: string
  readonly checked: number
}

/** Maximum number of entries. */
const maxDeadShares = 20_000
/** Real keys are much shorter; the limit keeps the table small. */
const maxKeyLength = 200

const lastId = raw('coalesce((select max(id) from dead), 0)')
const findLast = statement<{ id: number }>`select ${lastId} as id`

export const findDeadShares = statement<DeadShare, { keys: string }>`
  select key, checked from dead where ${among('key', 'keys')}`

/** Without the where clause SQLite would parse `on` as part of a join. */
const addShares = statement<never>`
  insert into dead (id, key, checked)
  select given.id, given.key, given.checked from ${rowsOf('id bigint, key text, checked bigint')}
  where true
  on conflict (key) do update set id = excluded.id, checked = excluded.checked`

/** Deletes all but the latest `most` entries. */
const trim = statement<never, { most: number }>`delete from dead where id <= ${lastId} - ${'most'}`

const removeShares = statement<never, { keys: string }>`delete from dead where ${among('key', 'keys')}`

/** Adds dead shares, the last one as the newest, and removes the oldest entries beyond the limit. Call inside a transaction. */
export async function addDeadShares(sql: Sql, shares: readonly DeadShare[]): Promise<void> {
  if (shares.length === 0) return
  const last = (await sql.first(findLast, {}))?.id ?? 0
  await sql.runRows(
    addShares,
    shares.map((share, at) => ({ ...share, id: last + at + 1 })),
  )
  await sql.run(trim, { most: maxDeadShares })
}

/** The dead shares of a unit of work, read from `rows`: changed in memory, written at once. */
export function createDeadShares(rows: readonly DeadShare[]) {
  const before = new Set(rows.map(({ key }) => key))
  const dead = new Map(rows.map(({ key, checked }) => [key, checked]))
  const remembered = new Set<string>()
  return {
    /** Records a dead share that has no row. */
    remember(key: string, checked: number): void {
      if (key.length > maxKeyLength) return
      dead.set(key, checked)
      // Re-inserted last, so that it counts as the newest.
      remembered.delete(key)
      remembered.add(key)
    },
    /** Removes a dead share from the list; returns when it was found dead, if it was listed. */
    recover(key: string): number | undefined {
      const checked = dead.get(key)
      dead.delete(key)
      remembered.delete(key)
      return checked
    },
    async write(sql: Sql): Promise<void> {
      const removed = [...before.values().filter((key) => !dead.has(key))]
      if (removed.length > 0) await sql.run(removeShares, { keys: toJsonList(removed) })
      await addDeadShares(
        sql,
        [...remembered].map((key) => ({ key, checked: dead.get(key) ?? 0 })),
      )
    },
  }
}
