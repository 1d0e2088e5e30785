// All tables in PostgreSQL, shared by all replicas, not connected yet.
import { createAnswerTables } from '../answers/answer-table.ts'
import { createRetention, rowBytes } from '../answers/retention.ts'
import { createReadOperations } from '../archive/read-operations.ts'
import { createPostgresRetention } from '../archive/retention-postgres.ts'
import { archiveMigrations } from '../archive/schema.ts'
import { createPostgresFind } from '../archive/search-postgres.ts'
import { type SeenSighting, withTokens } from '../archive/tables.ts'
import { createWriteOperations } from '../archive/write-operations.ts'
import { createHistoryReads } from '../history/read-operations.ts'
import { createHistoryRetention } from '../history/retention.ts'
import { historyMigrations } from '../history/schema.ts'
import type { HistoryLimits } from '../history/tables.ts'
import { createWriteRefreshes } from '../history/write-operations.ts'
import { createRecordTables } from '../records/record-table.ts'
import { migrations } from '../sql/migrations.ts'
import { migratePostgres } from '../sql/migrations-postgres.ts'
import { statement } from '../sql/sql-tag.ts'
import type { DatabaseOptions } from '../tables.ts'
import { createPostgresLifecycle, type PostgresConnections } from './connection-lifecycle.ts'

/** Statement timeouts of reads. A search does not wait for the archive: its sources provide the links. */
const timeoutsMs = { find: 300, other: 2_000 }

/** Maximum key length of a PostgreSQL index. No cloud has share URLs this long. */
const maxIndexedBytes = 2_000

/** Estimated: what PostgreSQL adds to a row of the history, with its index entries. */
const historyRowBytes = 150

const usedByAnswers = statement<{ bytes: number }, { perRow: number }>`
  select cast(coalesce(sum(bytes + ${'perRow'}), 0) as bigint) as bytes from answers`

const usedByHistory = statement<{ bytes: number }, { perRow: number }>`
  select cast((select coalesce(sum(bytes + ${'perRow'}), 0) from list_days) +
    (select coalesce(sum(octet_length(change) + ${'perRow'}), 0) from list_changes) as bigint) as bytes`

const touchNothing = statement`update records set revision = revision where name = ''`

/** The tables in the PostgreSQL database at `url`, written by several replicas and not connected yet. */
export function createPostgresTables(url: URL, options: DatabaseOptions) {
  return createPostgresLifecycle({
    url,
    open: (connections) => openPostgres(connections, options),
    bytesOf: (tables) => tables.bytes(),
  })
}

/**
 * Migrates the tables to the latest schema version and returns their functions. `bytes` is the estimated size of the archive at the last count. Rejects
 * with database errors.
 */
async function openPostgres(connections: PostgresConnections, options: DatabaseOptions) {
  const { writing } = connections
  const { answers, archive, history } = options
  await migratePostgres(writing, migrations, 'trawl.db')
  const archived = archive && (await openPostgresArchive(connections, archive.maxBytes))
  return {
    ...openAnswers(connections, answers?.maxBytes ?? 0),
    ...archived,
    ...(history && (await openPostgresHistory(connections, history))),
    bytes: archived?.bytes ?? (() => 0),
    probe: () => writing.transaction(async () => void (await writing.run(touchNothing, {}))),
    // The statement timeout covers waiting for locks.
    waitForLocks: () => undefined,
  }
}

function openAnswers({ writing, reading }: PostgresConnections, maxBytes: number) {
  const used = async () => (await writing.first(usedByAnswers, { perRow: rowBytes }))?.bytes ?? 0
  const retention = createRetention({ sql: writing, maxBytes, used, largeAnswerOverhead: 0 })
  return {
    ...createAnswerTables(writing, retention, reading),
    ...createRecordTables(writing, reading),
    tidyAnswers: (now: number) => writing.transaction(() => retention.tidy(now)),
  }
}

/** The archive alone. */
export async function openPostgresArchive(connections: PostgresConnections, maxBytes: number) {
  const { writing, reading } = connections
  await migratePostgres(writing, archiveMigrations, 'archive.db')
  const retention = createPostgresRetention(writing, maxBytes)
  await retention.count()
  const within = createTimeouts(connections)
  const find = createPostgresFind(reading)
  const { health, scan, findWork, newest, yieldsSince } = createReadOperations(reading)
  const { store, ...writes } = createWriteOperations(writing)
  return {
    find: (wanted: Parameters<typeof find>[0]) => within(timeoutsMs.find, () => find(wanted)),
    health: (most: number) => within(timeoutsMs.other, () => health(most)),
    findWork: (key: string) => within(timeoutsMs.other, () => findWork(key)),
    newest: (most: number) => within(timeoutsMs.other, () => newest(most)),
    yieldsSince: (since: number) => within(timeoutsMs.other, () => yieldsSince(since)),
    scan: (from: number) => within(timeoutsMs.other, () => scan(from)),
    ...writes,
    store,
    writeSightings: (sightings: readonly SeenSighting[], now: number) =>
      store(
        withTokens(sightings).filter(({ key, source }) => canBeIndexed(key) && canBeIndexed(source)),
        now,
      ),
    async maintainArchive() {
      const hasMore = await retention.maintain()
      return { hasMore, isFull: await retention.isFull(), shares: (await retention.count()).shares }
    },
    isFull: retention.isFull,
    shares: async () => (await retention.count()).shares,
    bytes: () => retention.counted().bytes,
  }
}

/** The history alone. */
export async function openPostgresHistory({ writing, reading }: PostgresConnections, limits: HistoryLimits) {
  await migratePostgres(writing, historyMigrations, 'history.db')
  const used = async () => (await writing.first(usedByHistory, { perRow: historyRowBytes }))?.bytes ?? 0
  return {
    ...createHistoryReads(reading),
    writeRefreshes: createWriteRefreshes(writing),
    tidyHistory: createHistoryRetention({ sql: writing, used, ...limits }).tidy,
  }
}

/** Sets the statement timeout before a read. Reads run one at a time, so a timeout holds until it is changed. */
function createTimeouts({ reading }: PostgresConnections) {
  let limit: number | undefined
  return async <T>(limitMs: number, read: () => Promise<T>): Promise<T> => {
    if (limit !== limitMs) await reading.setStatementTimeout(limitMs)
    limit = limitMs
    return await read()
  }
}

/** Whether a key or name fits into a PostgreSQL index. */
function canBeIndexed(text: string): boolean {
  return Buffer.byteLength(text) <= maxIndexedBytes
}
