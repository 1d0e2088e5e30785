// What a database file is to SQLite, PostgreSQL is to several replicas: connected when it is first wanted, and again after a loss when it is to be written.
import type { DatabaseFile } from './database-file.ts'
import { faultOfPostgres } from './postgres-fault.ts'
import { connectPostgres, type PostgresConnection, PostgresLost, type PostgresPace } from './sql-postgres.ts'

/** Two connections, so that what is read never waits for what is written. */
export interface PostgresLines {
  readonly writing: PostgresConnection
  readonly reading: PostgresConnection
}

export interface PostgresParts<D> {
  readonly url: URL
  /** Brings the tables to the latest number, and makes what is to be done over them. */
  readonly open: (lines: PostgresLines) => Promise<D>
  /** About how many bytes are kept, as last known. */
  readonly bytesOf?: (database: D) => number
  readonly pace?: PostgresPace
}

/** Whoever writes waits for others that write: what takes longer than this is taken for hanging. */
const usualPace: PostgresPace = { connectMs: 2_000, statementMs: 2_000 }

interface Opened<D> {
  readonly lines: PostgresLines
  readonly database: D
}

/** Keeps the tables at `url`. Nothing is connected yet. */
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
      // Who reads hears that it is lost, and need not hear that it is closed.
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
