// Statements that read and write records.

import { isAmong } from '../list-arguments.ts'
import { createStatements } from '../statement-builder.ts'
import type { HomeTables } from './tables.ts'

const statement = createStatements<HomeTables>()

const nameNobodyHas = ''

export const find = statement({ names: 'text' }, (db, { names }, engine) =>
  db
    .selectFrom('records')
    .select(['name', 'revision', 'body'])
    .where(isAmong('name', names, { engine, of: 'text' })),
)

export const revisions = statement({ names: 'text' }, (db, { names }, engine) =>
  db
    .selectFrom('records')
    .select(['name', 'revision'])
    .where(isAmong('name', names, { engine, of: 'text' })),
)

export const put = statement(
  { name: 'text', over: 'number', revision: 'number', body: 'bytes' },
  (db, { name, over, revision, body }) =>
    db
      .insertInto('records')
      .values({ name, revision, body })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ ref }) => ({ revision: ref('excluded.revision'), body: ref('excluded.body') }))
          .where('records.revision', '=', over),
      ),
)

export const putIfAbsent = statement(
  { name: 'text', revision: 'number', body: 'bytes' },
  (db, { name, revision, body }) =>
    db
      .insertInto('records')
      .values({ name, revision, body })
      .onConflict((conflict) => conflict.column('name').doNothing()),
)

export const touchNothing = statement({}, (db) =>
  db
    .updateTable('records')
    .set(({ ref }) => ({ revision: ref('revision') }))
    .where('name', '=', nameNobodyHas),
)
