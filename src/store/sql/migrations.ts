// Applies the migration steps of all groups of tables, in SQLite and PostgreSQL. The versions stand in a table.
import { answerMigrations } from '../answers/answer-table.ts'
import { archiveMigrations } from '../archive/schema.ts'
import { FaultError } from '../fault.ts'
import { historyMigrations } from '../history/history-table.ts'
import { type MigrationStep, raw, type Sql, statement } from './sql.ts'

type Groups = readonly (readonly [name: string, steps: readonly MigrationStep[]])[]

/** The groups are named by the files that 1.0.0-rc.1 had for them. */
const allGroups: Groups = [
  ['trawl.db', answerMigrations],
  ['archive.db', archiveMigrations],
  ['history.db', historyMigrations],
]

/** `user_version` of a SQLite file with all groups. Up to 1.0.0-rc.1 it was the schema version of one group, at most 3 in archive.db and 2 in trawl.db. */
export const fileVersion = 4

const findTable = statement<{ isThere: number | boolean }>`
  select ${raw("exists (select 1 from sqlite_master where name = 'schema_numbers')", 'sqlite')}
    ${raw("to_regclass('schema_numbers') is not null", 'postgres')} as "isThere"`

const findVersion = statement<{ number: number }, { name: string }>`
  select number from schema_numbers where name = ${'name'}`

const setVersion = statement<never, { name: string; number: number }>`
  insert into schema_numbers (name, number) values (${'name'}, ${'number'})
  on conflict (name) do update set number = excluded.number`

const findFileVersion = statement<{ version: number }>`select user_version as version from pragma_user_version`

/**
 * Migrates all groups of tables to their latest version. A failed step rolls back all steps.
 * @throws (rejects) FaultError when a stored version is higher than ours, before any change; database errors.
 */
export async function migrate(sql: Sql, groups = allGroups): Promise<void> {
  // The transaction takes the writers' lock: of several starting replicas one migrates, the others find the tables migrated. Nothing is read before: a
  // connection of PostgreSQL that has not found a table does not notice while it waits for this lock that it is created.
  await sql.transaction(async () => {
    const versions = await versionsOf(sql, groups)
    if (!(await hasVersions(sql)))
      await sql.script('create table schema_numbers (name text primary key, number integer not null)')
    for (const [name, steps] of groups) {
      const from = versions.get(name) ?? 0
      for (const step of steps.slice(from)) await sql.script(step[sql.engine])
      await sql.run(setVersion, { name, number: steps.length })
    }
    if (sql.engine === 'sqlite') await sql.script(`pragma user_version = ${fileVersion}`)
  })
}

/** Whether all groups have their latest version. @throws (rejects) as `migrate`. */
export async function isCurrent(sql: Sql, groups = allGroups): Promise<boolean> {
  const versions = await versionsOf(sql, groups)
  return (await hasVersions(sql)) && groups.every(([name, steps]) => versions.get(name) === steps.length)
}

async function hasVersions(sql: Sql): Promise<boolean> {
  return Boolean((await sql.first(findTable, {}))?.isThere)
}

async function versionsOf(sql: Sql, groups: Groups): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  const file = sql.engine === 'sqlite' ? ((await sql.first(findFileVersion, {}))?.version ?? 0) : 0
  if (file > fileVersion) throw newerFault(sql, 'trawl.db', file, fileVersion)
  // A trawl.db of 1.0.0-rc.1 has one group, and no table of versions.
  if (!(await hasVersions(sql))) return versions.set('trawl.db', file)
  for (const [name, steps] of groups) {
    const version = (await sql.first(findVersion, { name }))?.number ?? 0
    if (version > steps.length) throw newerFault(sql, name, version, steps.length)
    versions.set(name, version)
  }
  return versions
}

function newerFault({ engine }: Sql, name: string, found: number, known: number): FaultError {
  const [what, remedy] =
    engine === 'sqlite'
      ? ['trawl.db in DATA_DIR', 'move trawl.db out of DATA_DIR to start with an empty one']
      : ['the database at DATABASE_URL', 'use another database']
  const version = engine === 'sqlite' ? 'its schema version' : `the schema version of its ${name} tables`
  const words = `${what} is from a newer version of Trawl: ${version} is ${found}, this version supports up to ${known}`
  return new FaultError({ kind: 'newer', words: `${words}. Start the newer version, or ${remedy}` })
}
