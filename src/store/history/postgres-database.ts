// The history in PostgreSQL, shared by all replicas.
import { createPostgresLifecycle, type PostgresConnections } from '../postgres/connection-lifecycle.ts'
import { migratePostgres } from '../sql/migrations-postgres.ts'
import { statement } from '../sql/sql-tag.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { createHistoryReads } from './read-operations.ts'
import { createHistoryRetention } from './retention.ts'
import { historyMigrations, historyName } from './schema.ts'
import type { HistoryDatabase, HistoryLimits } from './sqlite-database.ts'
import { createWriteRefreshes } from './write-operations.ts'

/** Estimated: what PostgreSQL adds to a row, with its index entries. */
const rowBytes = 150

const usedBytes = statement<{ bytes: number }, { perRow: number }>`
  select cast((select coalesce(sum(bytes + ${'perRow'}), 0) from list_days) +
    (select coalesce(sum(octet_length(change) + ${'perRow'}), 0) from list_changes) as bigint) as bytes`

const touchNothing = statement`update list_days set grain = grain where list = ''`

/** Migrates the tables to the latest schema version. Rejects with database errors. */
export async function openPostgresHistory(
  { writing, reading }: PostgresConnections,
  limits: HistoryLimits,
): Promise<HistoryDatabase> {
  await migratePostgres(writing, historyMigrations, historyName)
  const used = async () => (await writing.first(usedBytes, { perRow: rowBytes }))?.bytes ?? 0
  return {
    ...createHistoryReads(reading),
    write: createWriteRefreshes(writing),
    tidy: createHistoryRetention({ sql: writing, used, ...limits }).tidy,
    probe: async () => void (await writing.run(touchNothing, {})),
    // The statement timeout covers waiting for locks.
    waitForLocks: () => undefined,
  }
}

/** The tables in the PostgreSQL database at `url`, not connected yet. */
export function createHistoryTables(url: URL, limits: HistoryLimits): DatabaseFile<HistoryDatabase> {
  return createPostgresLifecycle({ url, open: (lines) => openPostgresHistory(lines, limits) })
}
