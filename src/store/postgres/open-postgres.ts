// All tables in PostgreSQL, shared by all replicas, not connected yet.
import { createPostgresFind } from '../archive/search-postgres.ts'
import { createTables } from '../open-tables.ts'
import { migrate } from '../sql/migrations.ts'
import { statement } from '../sql/sql-tag.ts'
import type { TableLimits } from '../tables.ts'
import { createPostgresLifecycle, type PostgresConnections } from './connection-lifecycle.ts'

/** Statement timeouts of reads. A search does not wait for the archive: its sources provide the links. */
const timeoutsMs = { find: 300, other: 2_000 }

/** Maximum key length of a PostgreSQL index. No cloud has share URLs this long. */
const maxIndexedBytes = 2_000

/**
 * Tables reuse space but do not shrink, so rows are counted instead of bytes. Measured with 100,000 sightings of invented titles: 870 bytes with all
 * indexes after writing, plus a quarter for bloat from updates.
 */
const bytesPerSighting = 1_100

const findCounts = statement<{ sightings: number }>`select sightings from counts`

/** The tables in the PostgreSQL database at `url`, written by several replicas and not connected yet. */
export function createPostgresTables(url: URL, limits: TableLimits) {
  return createPostgresLifecycle({
    url,
    open: (connections) => openPostgres(connections, limits),
    bytesOf: (tables) => tables.bytes(),
  })
}

/**
 * Migrates the tables to the latest schema version and returns their functions. `bytes` is the estimated size of the archive at the last count. Rejects
 * with database errors.
 */
export async function openPostgres(connections: PostgresConnections, { answers, archive, history }: TableLimits) {
  const { writing, reading } = connections
  await migrate(writing)
  const within = createTimeouts(connections)
  const find = createPostgresFind(reading)
  const maxBytes = archive?.maxBytes ?? Number.POSITIVE_INFINITY
  let bytes = 0
  async function used(): Promise<number> {
    bytes = ((await writing.first(findCounts, {}))?.sightings ?? 0) * bytesPerSighting
    return bytes
  }
  await used()
  const tables = await createTables({
    ...connections,
    find: (wanted) => within(timeoutsMs.find, () => find(wanted)),
    largeAnswerBytes: 0,
    answersBytes: answers?.maxBytes ?? Number.POSITIVE_INFINITY,
    history: history ?? { maxDays: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY },
    // Fewer in a small archive, so that not too many are evicted.
    archive: {
      maxBytes,
      evictedAtOnce: Math.max(8, Math.min(200, Math.floor(maxBytes / bytesPerSighting / 100))),
      used,
    },
    canStore: canBeIndexed,
  })
  const { health, scan, findWork, newest, yieldsSince } = tables
  return {
    ...tables,
    health: (most: number) => within(timeoutsMs.other, () => health(most)),
    findWork: (key: string) => within(timeoutsMs.other, () => findWork(key)),
    newest: (most: number) => within(timeoutsMs.other, () => newest(most)),
    yieldsSince: (since: number) => within(timeoutsMs.other, () => yieldsSince(since)),
    scan: (from: number) => within(timeoutsMs.other, () => scan(from)),
    bytes: () => bytes,
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

/** Whether a key or name fits into a PostgreSQL index. */
function canBeIndexed(text: string): boolean {
  return Buffer.byteLength(text) <= maxIndexedBytes
}
