// Answers and records in PostgreSQL, shared by all replicas.
import { createPostgresLifecycle, type PostgresConnections } from '../postgres/connection-lifecycle.ts'
import { migrations } from '../sql/migrations.ts'
import { migratePostgres } from '../sql/migrations-postgres.ts'
import { statement } from '../sql/sql-tag.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { answersOf } from './answer-table.ts'
import { recordsOf } from './record-table.ts'
import { createRetention, rowBytes } from './retention.ts'
import type { Database } from './sqlite-database.ts'

const usedBytes = statement<{ bytes: number }, { perRow: number }>`
  select cast(coalesce(sum(bytes + ${'perRow'}), 0) as bigint) as bytes from answers`

const touchNothing = statement`update records set revision = revision where name = ''`

/** Migrates the tables to the latest schema version. Answers take at most about `maxBytes`. Rejects with database errors. */
async function openPostgresDatabase({ writing, reading }: PostgresConnections, maxBytes: number): Promise<Database> {
  await migratePostgres(writing, migrations, 'trawl.db')
  const used = async () => (await writing.first(usedBytes, { perRow: rowBytes }))?.bytes ?? 0
  const retention = createRetention({ sql: writing, maxBytes, used, largeAnswerOverhead: 0 })
  const { readAnswers } = answersOf(reading, retention)
  const { readRecords, readRevisions } = recordsOf(reading)
  return {
    isReadOnly: false,
    ...answersOf(writing, retention),
    ...recordsOf(writing),
    readAnswers,
    readRecords,
    readRevisions,
    probe: async () => void (await writing.run(touchNothing, {})),
    tidy: (now) => writing.transaction(() => retention.tidy(now)),
    // The statement timeout covers waiting for locks.
    waitForLocks: () => undefined,
    isCurrentFile: () => true,
    close: () => undefined,
  }
}

/** The tables in the PostgreSQL database at `url`, written by several replicas and not connected yet; answers take about `maxBytes`. */
export function createTrawlDbTables(url: URL, maxBytes: number): DatabaseFile<Database> {
  return createPostgresLifecycle({ url, open: (lines) => openPostgresDatabase(lines, maxBytes) })
}
