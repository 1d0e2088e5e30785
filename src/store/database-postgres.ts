// Answers and records in PostgreSQL, shared by all replicas.
import type { Database } from './database.ts'
import { answersOf } from './database-answers.ts'
import { recordsOf } from './database-records.ts'
import { createRoom, rowBytes } from './database-room.ts'
import { migrations } from './migrations.ts'
import { migratePostgres } from './migrations-postgres.ts'
import type { PostgresLines } from './postgres-file.ts'
import type * as room from './statements/answers-room.ts'
import type * as records from './statements/records.ts'
import { statementsOf } from './statements-written.ts'

const ofRoom = statementsOf<typeof room>('answers-room')
const ofRecords = statementsOf<typeof records>('records')

/** Migrates the tables to the latest schema version. Answers take at most about `maxBytes`. Rejects with database errors. */
export async function openPostgresDatabase({ writing, reading }: PostgresLines, maxBytes: number): Promise<Database> {
  await migratePostgres(writing, migrations, 'trawl.db')
  const usedBytes = async () => (await writing.first(ofRoom('used'), { besides: rowBytes }))?.bytes ?? 0
  const room = createRoom({ sql: writing, mostBytes: maxBytes, used: usedBytes, besideLarge: 0 })
  const { readAnswers } = answersOf(reading, room)
  const { readRecords, readRevisions } = recordsOf(reading)
  return {
    isReadOnly: false,
    ...answersOf(writing, room),
    ...recordsOf(writing),
    readAnswers,
    readRecords,
    readRevisions,
    probe: async () => void (await writing.run(ofRecords('touchNothing'), {})),
    tidy: (now) => writing.transact(() => room.tidy(now)),
    // The statement timeout covers waiting for locks.
    waitForLocks: () => undefined,
    isInPlace: () => true,
    close: () => undefined,
  }
}
