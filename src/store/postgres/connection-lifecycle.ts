// The lifecycle of the PostgreSQL connections: connect on first use, reconnect after a loss.
import {
  connectPostgres,
  type PostgresConnection,
  PostgresConnectionError,
  type PostgresTimeouts,
} from '../sql/postgres.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { classifyPostgresError } from './fault.ts'

/** Two connections, so that reads never wait for writes. */
export interface PostgresConnections {
  readonly writing: PostgresConnection
  readonly reading: PostgresConnection
}

export interface PostgresOptions<D> {
  readonly url: URL
  /** Migrates the tables and creates the operations on them. */
  readonly open: (connections: PostgresConnections) => Promise<D>
  /** The last known size in bytes. */
  readonly bytesOf?: (database: D) => number
  readonly timings?: PostgresTimeouts
}

/** Timeouts. Writers wait for other writers; a longer wait is treated as a hang. */
const defaultTimeouts: PostgresTimeouts = { connectMs: 2_000, statementMs: 2_000 }

/** Manages the connections to `url`, not connected yet. */
export function createPostgresLifecycle<D>(parts: PostgresOptions<D>): DatabaseFile<D> {
  const { url, open, bytesOf, timings = defaultTimeouts } = parts
  let opened: { readonly connections: PostgresConnections; readonly database: D } | undefined

  async function close(): Promise<void> {
    const closing = opened
    opened = undefined
    if (closing) await disconnect(closing.connections)
  }

  return {
    async writable() {
      if (opened && !isLost(opened.connections)) return opened.database
      // The lost connection stays until the new one works, so that reads fail as lost instead of finding no database.
      const before = opened
      const connections = await connect(url, timings)
      try {
        opened = { connections, database: await open(connections) }
      } catch (error) {
        await disconnect(connections)
        throw error
      }
      if (before) await disconnect(before.connections)
      return opened.database
    },
    readable() {
      if (opened && isLost(opened.connections))
        throw new PostgresConnectionError('the connection to PostgreSQL was lost')
      return opened?.database
    },
    failed: async (error) => classifyPostgresError(error),
    takeEvents: () => ({ isAnother: false }),
    bytes: () => (opened && bytesOf?.(opened.database)) ?? 0,
    close,
  }
}

function isLost({ writing, reading }: PostgresConnections): boolean {
  return writing.isLost() || reading.isLost()
}

async function connect(url: URL, timings: PostgresTimeouts): Promise<PostgresConnections> {
  const writing = await connectPostgres(url, timings)
  try {
    return { writing, reading: await connectPostgres(url, timings) }
  } catch (error) {
    await writing.close()
    throw error
  }
}

async function disconnect({ writing, reading }: PostgresConnections): Promise<void> {
  await Promise.all([writing.close(), reading.close()])
}
