// The lifecycle of the PostgreSQL connections: connect on first use, reconnect after a loss.
import type { DatabaseFile } from './database-file.ts'
import { faultOfPostgres } from './postgres-fault.ts'
import { connectPostgres, type PostgresConnection, PostgresLost, type PostgresPace } from './sql-postgres.ts'

/** Two connections, so that reads never wait for writes. */
export interface PostgresLines {
  readonly writing: PostgresConnection
  readonly reading: PostgresConnection
}

export interface PostgresParts<D> {
  readonly url: URL
  /** Migrates the tables and creates the operations on them. */
  readonly open: (lines: PostgresLines) => Promise<D>
  /** The last known size in bytes. */
  readonly bytesOf?: (database: D) => number
  readonly pace?: PostgresPace
}

/** Timeouts. Writers wait for other writers; a longer wait is treated as a hang. */
const usualPace: PostgresPace = { connectMs: 2_000, statementMs: 2_000 }

interface Opened<D> {
  readonly lines: PostgresLines
  readonly database: D
}

/** Manages the connections to `url`, not connected yet. */
export function createPostgresFile<D>(parts: PostgresParts<D>): DatabaseFile<D> {
  const { url, open, bytesOf, pace = usualPace } = parts
  let opened: Opened<D> | undefined

  async function close(): Promise<void> {
    const closing = opened
    opened = undefined
    if (closing) await hangUp(closing.lines)
  }

  return {
    async writable() {
      if (opened && !isLost(opened.lines)) return opened.database
      // The lost connection stays until the new one works, so that reads fail as lost instead of finding no database.
      const before = opened
      const lines = await connect(url, pace)
      try {
        opened = { lines, database: await open(lines) }
      } catch (error) {
        await hangUp(lines)
        throw error
      }
      if (before) await hangUp(before.lines)
      return opened.database
    },
    readable() {
      if (opened && isLost(opened.lines)) throw new PostgresLost('the connection to PostgreSQL was lost')
      return opened?.database
    },
    failed: async (error) => faultOfPostgres(error),
    news: () => ({ isAnother: false }),
    bytes: () => (opened && bytesOf?.(opened.database)) ?? 0,
    close,
  }
}

function isLost({ writing, reading }: PostgresLines): boolean {
  return writing.isLost() || reading.isLost()
}

async function connect(url: URL, pace: PostgresPace): Promise<PostgresLines> {
  const writing = await connectPostgres(url, pace)
  try {
    return { writing, reading: await connectPostgres(url, pace) }
  } catch (error) {
    await writing.close()
    throw error
  }
}

async function hangUp({ writing, reading }: PostgresLines): Promise<void> {
  await Promise.all([writing.close(), reading.close()])
}
