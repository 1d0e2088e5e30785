// Applies migrations in PostgreSQL, where several replicas may start at once and schema versions are stored in a table.
import { type MigrationStep, NewerDatabaseError } from './migrations.ts'
import type { Sql } from './sql.ts'
import { statement } from './sql-tag.ts'

/** The SQLite file with the same tables; it names their schema version. */
type Name = 'archive.db' | 'history.db' | 'trawl.db'

/** Whether our schema has a table of this name. */
const findTable = statement<{ isThere: boolean }, { name: string }>`
  select to_regclass(cast(${'name'} as text)) is not null as "isThere"`

const findVersion = statement<{ number: number }, { name: string }>`
  select number from schema_numbers where name = ${'name'}`

const setVersion = statement<never, { name: string; number: number }>`
  insert into schema_numbers (name, number) values (${'name'}, ${'number'})
  on conflict (name) do update set number = excluded.number`

/**
 * Migrates the tables of `name` to the latest schema version. A failed step rolls back all steps.
 * @throws (rejects) NewerDatabase when the stored version is higher than ours, before any change; database errors.
 */
export async function migratePostgres(sql: Sql, steps: readonly MigrationStep[], name: Name): Promise<void> {
  // The transaction takes the writers' lock: of several starting replicas one migrates, the others find the tables migrated.
  await sql.transaction(async () => {
    if (!(await sql.first(findTable, { name: 'schema_numbers' }))?.isThere)
      await sql.script('create table schema_numbers (name text primary key, number integer not null)')
    const from = (await sql.first(findVersion, { name }))?.number ?? 0
    if (from > steps.length) throw new NewerDatabaseError(newerDatabaseMessage(name, from, steps.length))
    if (from === steps.length) return
    for (const step of steps.slice(from)) await sql.script(step.postgres)
    await sql.run(setVersion, { name, number: steps.length })
  })
}

function newerDatabaseMessage(name: Name, found: number, known: number): string {
  return (
    `the database at DATABASE_URL is from a newer version of Trawl: the schema version of its ${name} tables is ${found}, this version supports up to ${known}. ` +
    'Start the newer version, or use another database'
  )
}
