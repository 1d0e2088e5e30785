// Answers and records in PostgreSQL, where several replicas keep them together.
import { sql as words } from 'kysely'
import type { Database } from './database.ts'
import { answersOf } from './database-answers.ts'
import { recordsOf } from './database-records.ts'
import { createRoom, rowBytes } from './database-room.ts'
import { statement } from './database-tables.ts'
import { migrations } from './migrations.ts'
import { migratePostgres } from './migrations-postgres.ts'
import type { PostgresLines } from './postgres-file.ts'

const used = statement({}, (db) =>
  db
    .selectFrom('answers')
    .select(words<number>`cast(coalesce(sum(bytes + ${words.lit(rowBytes)}), 0) as bigint)`.as('bytes')),
)

const nameNobodyHas = ''

/** It changes nothing, but a server that can only be read refuses it. */
const touchNothing = statement({}, (db) =>
  db
    .updateTable('records')
    .set(({ ref }) => ({ revision: ref('revision') }))
    .where('name', '=', nameNobodyHas),
)

/** Brings the tables to the latest number. Answers take about `maxBytes` at the most. Rejects with what PostgreSQL throws. */
export async function openPostgresDatabase({ writing, reading }: PostgresLines, maxBytes: number): Promise<Database> {
  await migratePostgres(writing, migrations, 'trawl.db')
  const usedBytes = async () => (await writing.first(used, {}))?.bytes ?? 0
  const room = createRoom({ sql: writing, mostBytes: maxBytes, used: usedBytes, besideLarge: 0 })
  const { readAnswers } = answersOf(reading, room)
  const { readRecords, readRevisions } = recordsOf(reading)
  return {
    isReadOnly: false,
    ...answersOf(writing, room),
    ...recordsOf(writing),
    ...{ readAnswers, readRecords, readRevisions },
    probe: async () => void (await writing.run(touchNothing, {})),
    tidy: (now) => writing.transact(() => room.tidy(now)),
    // A statement has its limit, whatever it waits for.
    waitForLocks: () => undefined,
    isInPlace: () => true,
    close: () => undefined,
  }
}
