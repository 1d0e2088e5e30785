// Applies migrations in PostgreSQL, where several replicas may start at once and schema versions are stored in a table.

import { statementLookup } from './compiled-statements.ts'
import { type MigrationStep, NewerDatabaseError } from './migrations.ts'
import type { Sql } from './sql.ts'
import type * as made from './statements/schema.ts'

/** The SQLite file with the same tables; it names their schema version. */
type Name = 'archive.db' | 'trawl.db'

const ofSchema = statementLookup<typeof made>('schema')

/**
 * Migrates the tables of `name` to the latest schema version. A failed step rolls back all steps.
 * @throws (rejects) NewerDatabase when the stored version is higher than ours, before any change; database errors.
 */
export async function migratePostgres(sql: Sql, steps: readonly MigrationStep[], name: Name): Promise<void> {
  // The transaction takes the writers' lock: of several starting replicas one migrates, the others find the tables migrated.
  await sql.transaction(async () => {
    if (!(await sql.first(ofSchema('isThere'), {}))?.isThere)
      await sql.script('create table schema_numbers (name text primary key, number integer not null)')
    const from = (await sql.first(ofSchema('numberOf'), { name }))?.number ?? 0
    if (from > steps.length) throw new NewerDatabaseError(newerDatabaseMessage(name, from, steps.length))
    if (from === steps.length) return
    for (const step of steps.slice(from)) await sql.script(step.postgres)
    await sql.run(ofSchema('setNumber'), { name, number: steps.length })
  })
}

function newerDatabaseMessage(name: Name, found: number, known: number): string {
  return (
    `the database at DATABASE_URL is from a newer version of Trawl: the schema version of its ${name} tables is ${found}, this version supports up to ${known}. ` +
    'Start the newer version, or use another database'
  )
}
