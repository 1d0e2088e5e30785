// The SQL interface over a PostgreSQL connection: every call has a timeout, and a failed connection is not reused.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError, type QueryConfig, types } from 'pg'
import { FaultError, lostConnection } from '../fault.ts'
import { assume, parameterValues, rowList, type Sql, type Statement, toJsonList } from './sql.ts'

export interface PostgresConnection extends Sql {
  /** Whether the connection failed or was closed by the server. Further calls reject. */
  isLost(): boolean
  /** Closes without waiting for an unresponsive server. Never rejects. */
  close(): Promise<void>
}

/** Timeouts in milliseconds. */
export interface PostgresTimeouts {
  readonly connectMs: number
  /** Timeout of a statement, including waiting for locks. */
  readonly statementMs: number
}

/** OID of bigint. pg returns it as text by default; our values are times and counts, which fit a number. */
const int8 = 20

/** Advisory lock held by a writer until the end of its transaction; it serializes writers, as in SQLite. */
const writersLock = 0x7472_6177

/** Added to the server's timeout, which comes first and names the reason; ours is for an unresponsive server. */
const clientTimeoutExtraMs = 500

/** Time limit for the server to close the connection. */
const maxCloseMs = 250

/** Planner settings: tables grow faster than their statistics, and every query has an index, so index scans are enforced. Custom plans know how rare a word is. */
const plannerSettings =
  'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off; set plan_cache_mode = force_custom_plan'

/** Connects. Rejects with the server's error or `FaultError`, within the timeout. Callers wait for a call before they make the next one. */
export async function connectPostgres(url: URL, timeouts: PostgresTimeouts): Promise<PostgresConnection> {
  const client = new Client(configOf(url, timeouts))
  const line = createQueryConnection(client)
  const { statementMs: ms } = timeouts
  try {
    await line.connect()
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    await line.ask({ text: [plannerSettings, ...limits.map((name) => `set ${name} = ${ms}`)].join('; ') })
    return connectionOf(line)
  } catch (error) {
    await line.close()
    throw error
  }
}

function configOf(url: URL, { connectMs, statementMs }: PostgresTimeouts): ClientConfig {
  return {
    connectionString: url.href,
    application_name: 'trawl',
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + clientTimeoutExtraMs,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (id === int8 && format !== 'binary' ? Number : types.getTypeParser(id, format)),
    },
  }
}

type QueryConnection = ReturnType<typeof createQueryConnection>

/** The connection: lost at the first failure that is not an answer of the server. */
function createQueryConnection(client: Client) {
  let isLost = false
  const lose = () => {
    isLost = true
  }
  // Pending queries reject by themselves; without a listener the loss of an idle connection would crash the process.
  client.on('error', lose)
  client.on('end', lose)

  /** Rethrows errors of the server that leave the connection usable. @throws always. */
  function failed(error: unknown): never {
    if (error instanceof DatabaseError && error.severity !== 'FATAL') throw error
    lose()
    client.connection.stream.destroy()
    if (error instanceof DatabaseError) throw error
    throw new FaultError(lostConnection, { cause: error })
  }

  return {
    connect: () => client.connect().catch(failed),
    isLost: () => isLost,
    lose,
    async ask(query: QueryConfig) {
      if (isLost) throw new FaultError(lostConnection)
      return await client.query<Record<string, unknown>>(query).catch(failed)
    },
    async close() {
      lose()
      await Promise.race([client.end().catch(() => undefined), pause(maxCloseMs)])
      client.connection.stream.destroy()
    },
  }
}

function connectionOf(line: QueryConnection): PostgresConnection {
  /** The names of prepared statements by text. */
  const names = new Map<string, string>()
  async function ask<A>(statement: Statement<A, unknown>, given: unknown) {
    const compiled = statement.for('postgres')
    const { text } = compiled
    const name = names.get(text) ?? `s${names.size + 1}`
    names.set(text, name)
    return await line.ask({ name, text, values: parameterValues(compiled, given) })
  }
  async function all<A, Row>(statement: Statement<A, Row>, given: unknown): Promise<readonly Row[]> {
    const rows: unknown = (await ask(statement, given)).rows
    assume<readonly Row[]>(rows)
    return rows
  }
  return {
    engine: 'postgres',
    isLost: line.isLost,
    close: line.close,
    all,
    first: async (statement, given) => (await all(statement, given))[0],
    run: async (statement, given) => (await ask(statement, given)).rowCount ?? 0,
    async allRows(statement, rows) {
      const list = toJsonList(rows)
      return list === '[]' ? [] : await all(statement, { [rowList]: list })
    },
    async transaction(work) {
      try {
        // One message, to save a round trip.
        await line.ask({ text: `begin; select pg_advisory_xact_lock(${writersLock})` })
        const result = await work()
        await line.ask({ text: 'commit' })
        return result
      } catch (error) {
        // If that fails the connection is dropped; the server rolls back when it closes.
        await line.ask({ text: 'rollback' }).catch(line.lose)
        throw error
      }
    },
    script: async (text) => void (await line.ask({ text })),
  }
}
