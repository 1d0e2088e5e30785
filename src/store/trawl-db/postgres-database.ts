// Answers and records in PostgreSQL, shared by all replicas.

import type { PostgresConnections } from '../postgres/connection-lifecycle.ts'
import { statementLookup } from '../sql/compiled-statements.ts'
import { migrations } from '../sql/migrations.ts'
import { migratePostgres } from '../sql/migrations-postgres.ts'
import type * as room from '../sql/statements/answer-retention.ts'
import type * as records from '../sql/statements/records.ts'
import { answersOf } from './answer-table.ts'
import { recordsOf } from './record-table.ts'
import { createRetention, rowBytes } from './retention.ts'
import type { Database } from './sqlite-database.ts'

const retentionStatement = statementLookup<typeof room>('answer-retention')
const ofRecords = statementLookup<typeof records>('records')

/** Migrates the tables to the latest schema version. Answers take at most about `maxBytes`. Rejects with database errors. */
export async function openPostgresDatabase(
  { writing, reading }: PostgresConnections,
  maxBytes: number,
): Promise<Database> {
  await migratePostgres(writing, migrations, 'trawl.db')
  const usedBytes = async () => (await writing.first(retentionStatement('used'), { besides: rowBytes }))?.bytes ?? 0
  const retention = createRetention({ sql: writing, maxBytes: maxBytes, used: usedBytes, largeAnswerOverhead: 0 })
  const { readAnswers } = answersOf(reading, retention)
  const { readRecords, readRevisions } = recordsOf(reading)
  return {
    isReadOnly: false,
    ...answersOf(writing, retention),
    ...recordsOf(writing),
    readAnswers,
    readRecords,
    readRevisions,
    probe: async () => void (await writing.run(ofRecords('touchNothing'), {})),
    tidy: (now) => writing.transaction(() => retention.tidy(now)),
    // The statement timeout covers waiting for locks.
    waitForLocks: () => undefined,
    isCurrentFile: () => true,
    close: () => undefined,
  }
}
