// Statements of the list of dead shares.
import { sql as words } from 'kysely'
import { isAmong, rowsOf } from '../list-arguments.ts'
import { createStatements } from '../statement-builder.ts'
import type { ArchiveTables } from './tables.ts'

const statement = createStatements<ArchiveTables>()

const latest = words<number>`coalesce((select max(id) from dead), 0)`

export const add = statement({ list: 'text' }, (db, { list }, engine) =>
  db
    .insertInto('dead')
    .columns(['id', 'key', 'checked'])
    .expression(
      db
        .selectFrom(rowsOf(list, { place: 'number', key: 'text', checked: 'number' }, engine))
        .select([words<number>`${latest} + given.place`.as('id'), 'given.key', 'given.checked'])
        // Without a WHERE clause SQLite would parse `on` as part of a join.
        .where(words<boolean>`true`),
    )
    .onConflict((already) =>
      already.column('key').doUpdateSet((to) => ({ id: to.ref('excluded.id'), checked: to.ref('excluded.checked') })),
    ),
)

/** Deletes all but the latest `most` entries. */
export const trim = statement({ most: 'number' }, (db, { most }) =>
  db.deleteFrom('dead').where('id', '<=', words<number>`${latest} - ${most}`),
)

export const remove = statement({ keys: 'text' }, (db, { keys }, engine) =>
  db.deleteFrom('dead').where(isAmong('key', keys, { engine, of: 'text' })),
)
