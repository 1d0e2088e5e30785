// Answers and records in PostgreSQL, shared by all replicas.
import type { Database } from './database.ts'
import { answersOf } from './database-answers.ts'
import { recordsOf } from './database-records.ts'
import { createRetention, rowBytes } from './database-room.ts'
import { migrations } from './migrations.ts'
import { migratePostgres } from './migrations-postgres.ts'
import type { PostgresConnections } from './postgres-file.ts'
import type * as room from './statements/answers-room.ts'
import type * as records from './statements/records.ts'
import { statementLookup } from './statements-written.ts'

const retentionStatement = statementLookup<typeof room>('answers-room')
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
