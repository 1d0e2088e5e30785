// The schema of the history as migration steps, which never change once released.
import type { MigrationStep } from '../sql/sql.ts'

/**
 * `list_changes` has a row for each refresh of the current day; when the day is over its rows become one row of `list_days`. `body` is the last
 * column: reading the others does not read its pages. `day` counts days since 1970, `grain` is the index of what is kept of the day.
 */
export const historyMigrations: readonly MigrationStep[] = [
  { sqlite: tablesOf('integer', 'blob', ' strict'), postgres: tablesOf('bigint', 'bytea', '') },
]

function tablesOf(integer: string, bytes: string, options: string): string {
  return `create table list_changes (
     list text not null, at ${integer} not null, change text not null, primary key (list, at)
   )${options};
   create index list_changes_by_at on list_changes (at);
   create table list_days (
     list text not null, day ${integer} not null, grain ${integer} not null, bytes ${integer} not null,
     body ${bytes} not null, primary key (list, day)
   )${options};
   create index list_days_by_day on list_days (grain, day, list, bytes);`
}
