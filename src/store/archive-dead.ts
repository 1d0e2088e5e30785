// Remembers which shares were dead when the archive had no room for them, so that nobody takes them for living when they are shown again.
import { sql as words } from 'kysely'
import { statement } from './archive-rows.ts'
import type { Sql } from './sql.ts'
import { asList, isAmong, rowsOf } from './sql-lists.ts'

/** A share that has no row in `shares`, and when it was found dead. */
export interface DeadShare {
  readonly key: string
  readonly checked: number
}

/** So many are remembered. */
export const mostRemembered = 20_000
/** Keys of clouds that are checked are much shorter; the table is to stay small. */
const longestKey = 200

const latest = words<number>`coalesce((select max(id) from dead), 0)`

const add = statement({ list: 'text' }, (db, { list }, engine) =>
  db
    .insertInto('dead')
    .columns(['id', 'key', 'checked'])
    .expression(
      db
        .selectFrom(rowsOf(list, { place: 'number', key: 'text', checked: 'number' }, engine))
        .select([words<number>`${latest} + given.place`.as('id'), 'given.key', 'given.checked'])
        // Without any condition SQLite takes `on` for a part of the selection.
        .where(words<boolean>`true`),
    )
    .onConflict((already) =>
      already.column('key').doUpdateSet((to) => ({ id: to.ref('excluded.id'), checked: to.ref('excluded.checked') })),
    ),
)

const trim = statement({}, (db) =>
  db.deleteFrom('dead').where('id', '<=', words<number>`${latest} - ${words.lit(mostRemembered)}`),
)

const remove = statement({ keys: 'text' }, (db, { keys }, engine) =>
  db.deleteFrom('dead').where(isAmong('key', keys, { engine, of: 'text' })),
)

/** Whether so long a key is remembered. */
export function canBeRemembered(key: string): boolean {
  return key.length <= longestKey
}

/** Remembers them, each once, the last of them longest; beyond the bound those remembered first are forgotten. Inside a transaction, like all here. */
export async function rememberDead(sql: Sql, shares: readonly DeadShare[]): Promise<void> {
  if (shares.length === 0) return
  await sql.run(add, { list: asList(shares.map((share, at) => ({ ...share, place: at + 1 }))) })
  await sql.run(trim, {})
}

/** Forgets them. */
export async function forgetDead(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await sql.run(remove, { keys: asList(keys) })
}
