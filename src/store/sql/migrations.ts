// The schema of trawl.db as migration steps, each applied once in a transaction; they never change once released.
import type { DatabaseSync } from 'node:sqlite'
import type { Dialect } from './sql.ts'

export type MigrationStep = Readonly<Record<Dialect, string>>

/** Step n migrates schema version n - 1 to n. `body` is the last column: reading the others does not read its pages. */
export const migrations: readonly MigrationStep[] = [
  {
    sqlite: tablesOf('integer', 'blob', ' strict'),
    postgres: tablesOf('bigint', 'bytea', ''),
  },
  // Every write changes the revision, so that other writers and readers notice it.
  {
    sqlite: 'alter table records add column revision integer not null default 1;',
    postgres: 'alter table records add column revision bigint not null default 1;',
  },
]

function tablesOf(integer: string, bytes: string, options: string): string {
  return `create table answers (
     key text primary key, at ${integer} not null, until ${integer} not null, used ${integer} not null,
     bytes ${integer} not null, body ${bytes} not null
   )${options};
   create index answers_by_until on answers (until);
   create index answers_by_used on answers (used);
   create table records (name text primary key, body ${bytes} not null)${options};`
}

/** Thrown when a newer version of Trawl has migrated the database. */
export class NewerDatabaseError extends Error {}

/**
 * Migrates a database file to the latest schema version. A failed step is rolled back.
 * @throws NewerDatabase when its version is higher than ours, before any change; SQLite errors.
 */
export function migrate(db: DatabaseSync, steps: readonly MigrationStep[] = migrations, name?: string): void {
  while (schemaVersion(db, steps, name) < steps.length) {
    db.exec('begin immediate')
    try {
      // Another process may have migrated while this one waited for the lock.
      const from = schemaVersion(db, steps, name)
      const step = steps[from]
      if (step !== undefined) db.exec(`${step.sqlite}; pragma user_version = ${from + 1}`)
      db.exec('commit')
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      throw error
    }
  }
}

/** The schema version of the file `name` in DATA_DIR. @throws NewerDatabase when it is higher than ours. */
export function schemaVersion(
  db: DatabaseSync,
  steps: readonly MigrationStep[] = migrations,
  name = 'trawl.db',
): number {
  const found = Number(db.prepare('pragma user_version').get()?.user_version)
  if (found <= steps.length) return found
  throw new NewerDatabaseError(
    `${name} in DATA_DIR is from a newer version of Trawl: its schema version is ${found}, this version supports up to ${steps.length}. ` +
      `Start the newer version, or move ${name} out of DATA_DIR to start with an empty one`,
  )
}
