// The schema of answers and records as migration steps, which never change once released.
import type { MigrationStep } from '../sql/sql.ts'

/** `body` is the last column: reading the others does not read its pages. */
export const answerMigrations: readonly MigrationStep[] = [
  {
    sqlite: tablesOf('integer', 'blob', ' strict'),
    postgres: tablesOf('bigint', 'bytea', ''),
  },
  // Every write changes the revision, so that other writers and readers notice it.
  {
    sqlite: 'alter table records add column revision integer not null default 1;',
    postgres: 'alter table records add column revision bigint not null default 1;',
  },
  // The size of all answers is read from the index alone.
  { sqlite: usedIndex(), postgres: usedIndex() },
]

function usedIndex(): string {
  return 'drop index answers_by_used; create index answers_by_used on answers (used, bytes);'
}

function tablesOf(integer: string, bytes: string, options: string): string {
  return `create table answers (
     key text primary key, at ${integer} not null, until ${integer} not null, used ${integer} not null,
     bytes ${integer} not null, body ${bytes} not null
   )${options};
   create index answers_by_until on answers (until);
   create index answers_by_used on answers (used);
   create table records (name text primary key, body ${bytes} not null)${options};`
}
