// The same steps in PostgreSQL, where several replicas may begin at once and the numbers stand in a table.
import { NewerDatabase, type Step } from './migrations.ts'
import type { Sql } from './sql.ts'
import type * as made from './statements/schema.ts'
import { statementsOf } from './statements-written.ts'

/** The file in which the same tables are where there is no PostgreSQL: by it their number is known. */
type Name = 'archive.db' | 'trawl.db'

const ofSchema = statementsOf<typeof made>('schema')

/**
 * Brings the tables of `name` to the latest number. A step that fails leaves all as it was before the first.
 * @throws (rejects) NewerDatabase when their number is higher than ours, before anything is touched; whatever PostgreSQL throws.
 */
export async function migratePostgres(sql: Sql, steps: readonly Step[], name: Name): Promise<void> {
  // Only who writes has the lock: of those that begin at once one takes the steps, and the others find them taken.
  await sql.transact(async () => {
    if (!(await sql.first(ofSchema('isThere'), {}))?.isThere)
      await sql.script('create table schema_numbers (name text primary key, number integer not null)')
    const from = (await sql.first(ofSchema('numberOf'), { name }))?.number ?? 0
    if (from > steps.length) throw new NewerDatabase(newerWords(name, from, steps.length))
    if (from === steps.length) return
    for (const step of steps.slice(from)) await sql.script(step.postgres)
    await sql.run(ofSchema('setNumber'), { name, number: steps.length })
  })
}

function newerWords(name: Name, found: number, known: number): string {
  return (
    `the database of DATABASE_URL is of a newer Trawl: the number of what is ${name} elsewhere is ${found}, this one knows up to ${known}. ` +
    'Start the newer version, or give this one a database of its own'
  )
}
