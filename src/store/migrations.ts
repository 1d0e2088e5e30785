// The tables of the database, by number: each step is applied once, in a transaction, and never changed afterwards.
import type { DatabaseSync } from 'node:sqlite'
import type { Dialect } from './sql.ts'

/** One step in the words of each database. */
export type Step = Readonly<Record<Dialect, string>>

/** Step n makes a database of number n of one of number n - 1. `body` stands last: reading the other columns does not touch its pages. */
export const migrations: readonly Step[] = [
  {
    sqlite: `create table answers (
     key text primary key,
     at integer not null,
     until integer not null,
     used integer not null,
     bytes integer not null,
     body blob not null
   ) strict;
   create index answers_by_until on answers (until);
   create index answers_by_used on answers (used);
   create table records (name text primary key, body blob not null) strict;`,
    postgres: `create table answers (
     key text primary key,
     at bigint not null,
     until bigint not null,
     used bigint not null,
     bytes bigint not null,
     body bytea not null
   );
   create index answers_by_until on answers (until);
   create index answers_by_used on answers (used);
   create table records (name text primary key, body bytea not null);`,
  },
  // Another with every write, so that who writes sees that somebody else has, and who only reads too.
  {
    sqlite: 'alter table records add column revision integer not null default 1;',
    postgres: 'alter table records add column revision bigint not null default 1;',
  },
]

/** A database that a newer Trawl has changed. */
export class NewerDatabase extends Error {}

/**
 * Brings a database file to the latest number. A step that fails leaves it as it was before that step.
 * @throws NewerDatabase when its number is higher than ours, before anything is touched; whatever SQLite throws.
 */
export function migrate(db: DatabaseSync, steps: readonly Step[] = migrations, name?: string): void {
  while (numberOf(db, steps, name) < steps.length) {
    db.exec('begin immediate')
    try {
      // Another process may have taken the step while this one waited for the lock.
      const from = numberOf(db, steps, name)
      const step = steps[from]
      if (step !== undefined) db.exec(`${step.sqlite}; pragma user_version = ${from + 1}`)
      db.exec('commit')
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      throw error
    }
  }
}

/** The number of a database, which is the file `name` of DATA_DIR. @throws NewerDatabase when it is higher than ours. */
export function numberOf(db: DatabaseSync, steps: readonly Step[] = migrations, name = 'trawl.db'): number {
  const found = Number(db.prepare('pragma user_version').get()?.user_version)
  if (found <= steps.length) return found
  throw new NewerDatabase(
    `${name} in DATA_DIR is of a newer Trawl: its number is ${found}, this one knows up to ${steps.length}. ` +
      `Start the newer version, or move ${name} out of DATA_DIR to begin anew`,
  )
}
