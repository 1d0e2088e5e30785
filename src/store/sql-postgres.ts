// A connection to PostgreSQL as storage code asks it: every call ends within its time, and a connection that fails once is not used again.
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError, types } from 'pg'
import { believeRows, type Compiled, type Sql, type Value, valuesOf } from './sql.ts'
import { asKept } from './sql-lists.ts'

/** An open connection. */
export interface PostgresConnection extends Sql {
  /** Has it failed, or was it closed from outside? What is asked of it then is rejected. */
  isLost(): boolean
  /** So long a statement may take from now on, waiting for locks included. */
  limit(statementMs: number): Promise<void>
  /** Never rejects, and does not wait for a server that says nothing. */
  close(): Promise<void>
}

/** What a connection may take, in milliseconds. */
export interface PostgresPace {
  readonly connectMs: number
  /** One statement, waiting for locks included. */
  readonly statementMs: number
}

/** The connection is lost, or could not be made: the server cannot be reached, says nothing, or has hung up. What happened is the cause. */
export class PostgresLost extends Error {}

/** Whole numbers of eight bytes come as texts unless told otherwise; ours are times and counts, and fit. */
const int8 = 20

/** Whoever writes has this lock until the transaction ends, so that writers of several replicas come one after the other, as with SQLite. */
const writersLock = 0x7472_6177

/** The server's own limit comes first, and says why; the other is for a server that says nothing any more. */
const silentMs = 500

/** So long a server may take to hang up. */
const hangUpMs = 250

/** Tables grow faster than PostgreSQL learns of it: all that is asked has an index, and goes by it. How rare a word is has to be known to plan well. */
const always =
  'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off; set plan_cache_mode = force_custom_plan'

/** Connects. Rejects with what the server says, or with `PostgresLost`, within its time. */
export async function connectPostgres(url: URL, { connectMs, statementMs }: PostgresPace): Promise<PostgresConnection> {
  const client = new Client(configOf(url, connectMs))
  const line = createLine(client)
  try {
    await line.connect()
    const connection = connectionOf(line)
    await connection.limit(statementMs)
    await connection.script(`${always}; set idle_in_transaction_session_timeout = ${statementMs}`)
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

interface Asked {
  readonly text: string
  readonly name?: string
  readonly values?: readonly (Value | Buffer)[]
}

type Line = ReturnType<typeof createLine>

/** The wire: one question after the other, each with its time; lost with the first that the server itself did not answer. */
function createLine(client: Client) {
  let isLost = false
  let limitMs = 0
  let last: Promise<unknown> = Promise.resolve()
  const lose = () => {
    isLost = true
  }
  // What was asked is rejected by itself; without a listener the loss of an idle connection would end the process.
  client.on('error', lose)
  client.on('end', lose)

  /** What the server has said, and goes on, comes through. @throws always. */
  function failed(error: unknown): never {
    if (error instanceof DatabaseError && error.severity !== 'FATAL') throw error
    lose()
    client.connection.stream.destroy()
    if (error instanceof DatabaseError) throw error
    throw new PostgresLost('the connection to PostgreSQL is lost', { cause: error })
  }

  async function ask({ text, name, values = [] }: Asked) {
    if (isLost) throw new PostgresLost('the connection to PostgreSQL was lost')
    const limit = limitMs > 0 ? { query_timeout: limitMs + silentMs } : {}
    const query = { text, ...(name !== undefined && { name }), values: [...values], ...limit }
    return await client.query<Record<string, unknown>>(query).catch(failed)
  }

  return {
    connect: () => client.connect().catch(failed),
    isLost: () => isLost,
    lose,
    ask(asked: Asked) {
      const asking = last.then(() => ask(asked))
      last = asking.catch(() => undefined)
      return asking
    },
    limited(ms: number) {
      limitMs = ms
    },
    async close() {
      lose()
      await Promise.race([client.end().catch(() => undefined), pause(hangUpMs)])
      client.connection.stream.destroy()
    },
  }
}

function asGiven(value: Value): Value | Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return typeof value === 'string' ? asKept(value) : value
}

function connectionOf(line: Line): PostgresConnection {
  const names = new Map<string, string>()
  const nameOf = ({ text }: Compiled): string => {
    const known = names.get(text)
    if (known) return known
    const made = `s${names.size + 1}`
    names.set(text, made)
    return made
  }
  const ask = async (...[statement, given]: Parameters<Sql['all']>) => {
    const compiled = statement.for('postgres')
    const values = valuesOf(compiled, given).map(asGiven)
    return await line.ask({ name: nameOf(compiled), text: compiled.text, values })
  }
  return {
    engine: 'postgres',
    isLost: line.isLost,
    close: line.close,
    async limit(statementMs) {
      line.limited(statementMs)
      await line.ask({ text: `set statement_timeout = ${statementMs}; set lock_timeout = ${statementMs}` })
    },
    async all<Row>(...[statement, given]: Parameters<Sql['all']>): Promise<readonly Row[]> {
      const { rows } = await ask(statement, given)
      believeRows<Row>(rows)
      return rows
    },
    async first<Row>(...[statement, given]: Parameters<Sql['first']>): Promise<Row | undefined> {
      const { rows } = await ask(statement, given)
      believeRows<Row>(rows)
      return rows[0]
    },
    run: async (statement, given) => (await ask(statement, given)).rowCount ?? 0,
    async transact(work) {
      // In one message, so that it costs one way there and back.
      await line.ask({ text: `begin; select pg_advisory_xact_lock(${writersLock})` }).catch(takeBack)
      try {
        const result = await work()
        await line.ask({ text: 'commit' })
        return result
      } catch (error) {
        return await takeBack(error)
      }
    },
    async script(text) {
      await line.ask({ text })
    },
  }

  /** A connection that cannot take it back is of no use; the server does so when it is closed. @throws always. */
  async function takeBack(error: unknown): Promise<never> {
    await line.ask({ text: 'rollback' }).catch(line.lose)
    throw error
  }
}
