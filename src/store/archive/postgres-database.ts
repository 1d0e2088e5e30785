// The archive in PostgreSQL, shared by all replicas.
import type { PostgresConnections } from '../postgres/connection-lifecycle.ts'
import { migratePostgres } from '../sql/migrations-postgres.ts'
import { statement } from '../sql/sql-tag.ts'
import type { ArchiveBatch } from './messages.ts'
import { createReadOperations } from './read-operations.ts'
import { createPostgresRetention } from './retention-postgres.ts'
import { archiveMigrations } from './schema.ts'
import { createPostgresFind } from './search-postgres.ts'
import { type ArchiveDatabase, archiveName } from './sqlite-database.ts'
import { createWriteOperations } from './write-operations.ts'

/** Statement timeouts of reads. A search does not wait for the archive: its sources provide the links. */
const timeoutsMs = { find: 300, other: 2_000 }

/** Maximum key length of a PostgreSQL index. No cloud has share URLs this long. */
const maxIndexedBytes = 2_000

const touchNothing = statement`update counts set shares = shares`

/** Migrates the tables to the latest schema version. The data is kept to about `maxBytes`; `bytes` is its estimated size at the last count. Rejects with database errors. */
export async function openPostgresArchive(
  connections: PostgresConnections,
  maxBytes: number,
): Promise<ArchiveDatabase & { bytes(): number }> {
  const { writing, reading } = connections
  await migratePostgres(writing, archiveMigrations, archiveName)
  const retention = createPostgresRetention(writing, maxBytes)
  await retention.count()
  const { write, remove } = createWriteOperations(writing)
  const within = createTimeouts(connections)
  const find = createPostgresFind(reading)
  const { health, scan, findWork, newest, yieldsSince } = createReadOperations(reading)
  return {
    find: (wanted) => within(timeoutsMs.find, () => find(wanted)),
    health: (most) => within(timeoutsMs.other, () => health(most)),
    findWork: (key) => within(timeoutsMs.other, () => findWork(key)),
    newest: (most) => within(timeoutsMs.other, () => newest(most)),
    yieldsSince: (since) => within(timeoutsMs.other, () => yieldsSince(since)),
    scan: (from) => within(timeoutsMs.other, () => scan(from)),
    write: (batch, now) => write(withoutUnindexable(batch), now),
    remove,
    maintain: retention.maintain,
    isFull: retention.isFull,
    shares: async () => (await retention.count()).shares,
    bytes: () => retention.counted().bytes,
    probe: () => writing.transaction(async () => void (await writing.run(touchNothing, {}))),
    // The statement timeout covers waiting for locks.
    waitForLocks: () => undefined,
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

function withoutUnindexable({ sightings, ...others }: ArchiveBatch): ArchiveBatch {
  return { ...others, sightings: sightings.filter(({ key, source }) => canBeIndexed(key) && canBeIndexed(source)) }
}

/** Whether a key or name fits into a PostgreSQL index. */
function canBeIndexed(text: string): boolean {
  return Buffer.byteLength(text) <= maxIndexedBytes
}
