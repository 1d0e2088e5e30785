// All tables in a PostgreSQL that replicas share: connects on first use, reconnects after a loss.
import { createPostgresFind } from '../archive/search.ts'
import { createReads, createWrites } from '../open-tables.ts'
import { migrate } from '../sql/migrations.ts'
import {
  connectPostgres,
  type PostgresConnection,
  PostgresConnectionError,
  type PostgresTimeouts,
} from '../sql/postgres.ts'
import { statement } from '../sql/sql-tag.ts'
import type { TableLimits } from '../tables.ts'
import type { DatabaseFile } from '../thread/handler.ts'
import { classifyPostgresError } from './fault.ts'

/** Two connections, so that reads never wait for writes. */
export interface PostgresConnections {
  readonly writing: PostgresConnection
  readonly reading: PostgresConnection
}

/** Timeouts. Writers wait for other writers; a longer wait is treated as a hang. */
const defaultTimeouts: PostgresTimeouts = { connectMs: 2_000, statementMs: 2_000 }

/** Statement timeout of a read. A search does not wait for the archive: its sources provide the links. */
const maxReadMs = 1_000

/** Maximum key length of a PostgreSQL index. No cloud has share URLs this long. */
const maxIndexedBytes = 2_000

/**
 * Tables reuse space but do not shrink, so rows are counted instead of bytes. Measured with 100,000 sightings of invented titles: 870 bytes with all
 * indexes after writing, plus a quarter for bloat from updates.
 */
const bytesPerSighting = 1_100

const findCounts = statement<{ sightings: number }>`select sightings from counts`

/** The database at `url`, not connected yet. */
export function createPostgresDatabase(url: URL, limits: TableLimits, timings = defaultTimeouts): DatabaseFile {
  let opened:
    | { readonly connections: PostgresConnections; readonly tables: Awaited<ReturnType<typeof openPostgres>> }
    | undefined
  const isLost = () =>
    opened !== undefined && (opened.connections.writing.isLost() || opened.connections.reading.isLost())
  return {
    async writable() {
      if (opened && !isLost()) return opened.tables
      // The lost connection stays until the new one works, so that reads fail as lost instead of finding no database.
      const before = opened
      const connections = await connect(url, timings)
      try {
        opened = { connections, tables: await openPostgres(connections, limits) }
      } catch (error) {
        await disconnect(connections)
        throw error
      }
      if (before) await disconnect(before.connections)
      return opened.tables
    },
    readable() {
      if (isLost()) throw new PostgresConnectionError('the connection to PostgreSQL was lost')
      return opened?.tables
    },
    failed: async (error) => classifyPostgresError(error),
    takeCorrupt: () => undefined,
    bytes: () => opened?.tables.bytes() ?? 0,
    async close() {
      const closing = opened
      opened = undefined
      if (closing) await disconnect(closing.connections)
    },
  }
}

async function connect(url: URL, timings: PostgresTimeouts): Promise<PostgresConnections> {
  const writing = await connectPostgres(url, timings)
  try {
    return { writing, reading: await connectPostgres(url, { ...timings, statementMs: maxReadMs }) }
  } catch (error) {
    await writing.close()
    throw error
  }
}

async function disconnect({ writing, reading }: PostgresConnections): Promise<void> {
  await Promise.all([writing.close(), reading.close()])
}

/**
 * Migrates the tables to the latest schema version and returns their functions. `bytes` is the estimated size of the archive at the last count. Rejects
 * with database errors.
 */
export async function openPostgres({ writing, reading }: PostgresConnections, { archive, history }: TableLimits) {
  await migrate(writing)
  const find = createPostgresFind(reading)
  const maxBytes = archive?.maxBytes ?? Number.POSITIVE_INFINITY
  let bytes = 0
  async function used(): Promise<number> {
    bytes = ((await writing.first(findCounts, {}))?.sightings ?? 0) * bytesPerSighting
    return bytes
  }
  await used()
  const writes = await createWrites(writing, {
    largeAnswerBytes: 0,
    answersBytes: Number.POSITIVE_INFINITY,
    history,
    // Fewer in a small archive, so that not too many are evicted.
    archive: {
      maxBytes,
      evictedAtOnce: Math.max(8, Math.min(200, Math.floor(maxBytes / bytesPerSighting / 100))),
      used,
    },
    canStore: (text) => Buffer.byteLength(text) <= maxIndexedBytes,
  })
  return {
    ...writes,
    ...createReads(reading, find),
    bytes: () => bytes,
  }
}
