// The SQL interface over a PostgreSQL connection: every call has a timeout, and a failed connection is not reused.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError, types } from 'pg'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { toJsonList } from './json-lists.ts'
import {
  assumeRows,
  type Compiled,
  type NoArguments,
  parameterValues,
  rowList,
  type Sql,
  type Statement,
  type Value,
} from './sql.ts'

export interface PostgresConnection extends Sql {
  /** Whether the connection failed or was closed by the server. Further calls reject. */
  isLost(): boolean
  /** Sets the statement timeout, which includes waiting for locks. */
  setStatementTimeout(statementMs: number): Promise<void>
  /** Closes without waiting for an unresponsive server. Never rejects. */
  close(): Promise<void>
}

/** Timeouts in milliseconds. */
export interface PostgresTimeouts {
  readonly connectMs: number
  /** Timeout of a statement, including waiting for locks. */
  readonly statementMs: number
}

/** The connection failed or was lost: server unreachable, unresponsive or closed. The reason is the cause. */
export class PostgresConnectionError extends Error {}

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

/** Connects. Rejects with the server's error or `PostgresConnectionError`, within the timeout. */
export async function connectPostgres(
  url: URL,
  { connectMs, statementMs }: PostgresTimeouts,
): Promise<PostgresConnection> {
  const client = new Client(configOf(url, connectMs))
  const line = createQueryConnection(client)
  try {
    await line.connect()
    const connection = connectionOf(line)
    await connection.setStatementTimeout(statementMs)
    await connection.script(`${plannerSettings}; set idle_in_transaction_session_timeout = ${statementMs}`)
    return connection
  } catch (error) {
    await line.close()
    throw error
  }
}

function configOf(url: URL, connectMs: number): ClientConfig {
  return {
    connectionString: url.href,
    application_name: 'trawl',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (id === int8 && format !== 'binary' ? Number : types.getTypeParser(id, format)),
    },
  }
}

interface PostgresQuery {
  readonly text: string
  readonly name?: string
  readonly values?: readonly (Value | Buffer)[]
}

type QueryConnection = ReturnType<typeof createQueryConnection>

/** The connection: one query at a time, each with a timeout; lost at the first failure that is not an answer of the server. */
function createQueryConnection(client: Client) {
  let isLost = false
  let limitMs = 0
  const enqueue = createSerialQueue()
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
    throw new PostgresConnectionError('the connection to PostgreSQL is lost', { cause: error })
  }

  async function ask({ text, name, values = [] }: PostgresQuery) {
    if (isLost) throw new PostgresConnectionError('the connection to PostgreSQL was lost')
    const limit = limitMs > 0 ? { query_timeout: limitMs + clientTimeoutExtraMs } : {}
    const query = { text, ...(name !== undefined && { name }), values: [...values], ...limit }
    return await client.query<Record<string, unknown>>(query).catch(failed)
  }

  return {
    connect: () => client.connect().catch(failed),
    isLost: () => isLost,
    lose,
    ask: (asked: PostgresQuery) => enqueue(() => ask(asked)),
    limited(ms: number) {
      limitMs = ms
    },
    async close() {
      lose()
      await Promise.race([client.end().catch(() => undefined), pause(maxCloseMs)])
      client.connection.stream.destroy()
    },
  }
}

function toDriverValue(value: Value): Value | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

/** Creates a function that gives each text the name of its prepared statement. */
function createStatementNames(): (compiled: Compiled) => string {
  const names = new Map<string, string>()
  return ({ text }) => {
    const known = names.get(text)
    if (known) return known
    const made = `s${names.size + 1}`
    names.set(text, made)
    return made
  }
}

function connectionOf(line: QueryConnection): PostgresConnection {
  const nameOf = createStatementNames()
  const ask = async (statement: Pick<Statement<NoArguments, unknown>, 'for'>, given: object) => {
    const compiled = statement.for('postgres')
    const values = parameterValues(compiled, given).map(toDriverValue)
    return await line.ask({ name: nameOf(compiled), text: compiled.text, values })
  }
  async function all<Row>(
    statement: Pick<Statement<NoArguments, unknown>, 'for'>,
    given: object,
  ): Promise<readonly Row[]> {
    const { rows } = await ask(statement, given)
    assumeRows<Row>(rows)
    return rows
  }
  return {
    engine: 'postgres',
    isLost: line.isLost,
    close: line.close,
    async setStatementTimeout(statementMs) {
      line.limited(statementMs)
      await line.ask({ text: `set statement_timeout = ${statementMs}; set lock_timeout = ${statementMs}` })
    },
    all,
    first: async <Row>(...asked: Parameters<Sql['first']>) => (await all<Row>(...asked))[0],
    run: async (statement, given) => (await ask(statement, given)).rowCount ?? 0,
    runRows: async (statement, rows) => void (await ask(statement, { [rowList]: toJsonList(rows) })),
    allRows: (statement, rows) => all(statement, { [rowList]: toJsonList(rows) }),
    async transaction(work) {
      // One message, to save a round trip.
      await line.ask({ text: `begin; select pg_advisory_xact_lock(${writersLock})` }).catch(rollBack)
      try {
        const result = await work()
        await line.ask({ text: 'commit' })
        return result
      } catch (error) {
        return await rollBack(error)
      }
    },
    script: async (text) => void (await line.ask({ text })),
  }

  /** Rolls back. If that fails the connection is dropped; the server rolls back when it closes. @throws always. */
  async function rollBack(error: unknown): Promise<never> {
    await line.ask({ text: 'rollback' }).catch(line.lose)
    throw error
  }
}
