// Real PostgreSQL for tests: one that a test may break, or one for a suite with a schema for each test.
import { Client } from 'pg'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type OwnDatabase, signalPostgres, startOwnPostgres } from './servers.ts'

/** A PostgreSQL that a test may break. */
export interface TestPostgres {
  /** An empty database with its own name and password. */
  readonly url: URL
  /** Freezes the first process (`SIGSTOP`), which then accepts no connections, or resumes it (`SIGCONT`). */
  signal(name: NodeJS.Signals): void
  /** Freezes all its processes; open connections hang. */
  freeze(): void
  /** Resumes all processes. */
  thaw(): void
  /** Ends it as a crash would and waits for that. */
  kill(): Promise<void>
  /** Starts it again with its data. */
  restart(): Promise<void>
}

/** Starts one with an empty database. */
export async function startPostgres(): Promise<TestPostgres> {
  const { url, child, kill, start, stop } = await startOwnPostgres()
  onTestFinished(stop)
  return {
    url,
    signal: (name) => void child().kill(name),
    freeze: () => signalPostgres(child(), 'SIGSTOP'),
    thaw: () => signalPostgres(child(), 'SIGCONT'),
    kill,
    async restart() {
      await kill()
      await start()
    },
  }
}

/**
 * Starts PostgreSQL before the tests of this suite and ends it after them. Returns a function that creates an empty
 * place.
 */
export function sharedPostgres(): () => Promise<URL> {
  const state: { own?: OwnDatabase; schemas: number } = { schemas: 0 }
  beforeAll(async () => {
    state.own = await startOwnPostgres()
  }, 60_000)
  afterAll(async () => await state.own?.stop())
  return async () => {
    if (!state.own) throw new Error('PostgreSQL runs while the tests of the suite do')
    state.schemas += 1
    await askPostgres(state.own.url, `create schema s${state.schemas}`)
    const url = new URL(state.own.url)
    url.searchParams.set('options', `-c search_path=s${state.schemas}`)
    return url
  }
}

/** Runs a query over a separate connection and returns the rows. */
export async function askPostgres(url: URL, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}
