// All tables in a PostgreSQL that replicas share: connects on first use, reconnects after a loss.
import { createPostgresFind } from '../archive/search.ts'
import { FaultError, lostConnection } from '../fault.ts'
import { migrate } from '../sql/migrations.ts'
import { connectPostgres, type PostgresConnection } from '../sql/postgres.ts'
import { statement } from '../sql/sql.ts'
import { createReads, createWrites, type TableLimits } from '../tables.ts'
import type { DatabaseFile } from '../thread/handler.ts'
import { classifyPostgresError } from './fault.ts'

/**
 * Timeouts. Writers wait for other writers; a longer wait is treated as a hang. A search does not wait for the archive: its sources provide the links.
 */
const defaultTimeouts = { connectMs: 2_000, statementMs: 2_000, readMs: 1_000 }

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
  let opened: Awaited<ReturnType<typeof openPostgres>> | undefined
  return {
    async writable() {
      if (opened && !opened.isLost()) return opened
      // The lost connection stays until the new one works, so that reads fail as lost instead of finding no database.
      const before = opened
      opened = await openPostgres(url, limits, timings)
      await before?.close()
      return opened
    },
    readable() {
      if (opened?.isLost()) throw new FaultError(lostConnection)
      return opened
    },
    failed: async (error) => classifyPostgresError(error),
    renamed: [],
    bytes: () => opened?.bytes() ?? 0,
    async close() {
      const closing = opened
      opened = undefined
      await closing?.close()
    },
  }
}

/** Connects, and migrates the tables to the latest schema version. `bytes` is the estimated size of the archive at the last count. Rejects with database errors. */
export async function openPostgres(url: URL, limits: TableLimits, timings = defaultTimeouts) {
  const connections: PostgresConnection[] = []
  const connect = async (statementMs: number) => {
    const connection = await connectPostgres(url, { connectMs: timings.connectMs, statementMs })
    connections.push(connection)
    return connection
  }
  const close = async () => void (await Promise.all(connections.map((one) => one.close())))
  try {
    const writing = await connect(timings.statementMs)
    // Reads never wait for writes.
    const reading = await connect(timings.readMs)
    await migrate(writing)
    const { bytes, archive } = await createArchiveSize(writing, limits)
    const { history } = limits
    const canStore = (text: string) => Buffer.byteLength(text) <= maxIndexedBytes
    const parts = { largeAnswerBytes: 0, answersBytes: Number.POSITIVE_INFINITY, history, archive, canStore }
    const tables = { ...(await createWrites(writing, parts)), ...createReads(reading, createPostgresFind(reading)) }
    return { ...tables, bytes, close, isLost: () => connections.some((one) => one.isLost()) }
  } catch (error) {
    await close()
    throw error
  }
}

async function createArchiveSize(sql: PostgresConnection, { archive }: TableLimits) {
  const maxBytes = archive?.maxBytes ?? Number.POSITIVE_INFINITY
  let bytes = 0
  async function used(): Promise<number> {
    bytes = ((await sql.first(findCounts, {}))?.sightings ?? 0) * bytesPerSighting
    return bytes
  }
  await used()
  // Fewer in a small archive, so that not too many are evicted.
  const evictedAtOnce = Math.max(8, Math.min(200, Math.floor(maxBytes / bytesPerSighting / 100)))
  return { bytes: () => bytes, archive: { maxBytes, evictedAtOnce, used } }
}
