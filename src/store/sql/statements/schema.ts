// Statements about the tables of PostgreSQL and their schema versions.
import { sql as words } from 'kysely'
import { createStatements } from '../statement-builder.ts'

interface SchemaTables {
  schema_numbers: { readonly name: string; readonly number: number }
}

const statement = createStatements<SchemaTables>(['postgres'])

export const isThere = statement({}, (db) =>
  db.selectNoFrom(words<boolean>`to_regclass('schema_numbers') is not null`.as('isThere')),
)

export const numberOf = statement({ name: 'text' }, (db, { name }) =>
  db.selectFrom('schema_numbers').select('number').where('name', '=', name),
)

export const setNumber = statement({ name: 'text', number: 'number' }, (db, { name, number }) =>
  db
    .insertInto('schema_numbers')
    .values({ name, number })
    .onConflict((already) => already.column('name').doUpdateSet({ number })),
)

/** Whether PostgreSQL has a table of this name in our schema. */
export const hasTable = statement({ name: 'text' }, (db, { name }) =>
  db.selectNoFrom(words<boolean>`to_regclass(cast(${name} as text)) is not null`.as('isThere')),
)
