// One real PostgreSQL for all tests of a file; each test gets its own schema.
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from './ports.ts'
import { endPostgresServer, newPostgresCluster, startPostgresServer } from './postgres-server.ts'

/**
 * Starts PostgreSQL before the tests of this suite and ends it after them. Returns a function that creates an empty
 * place.
 */
export function sharedPostgres(): () => Promise<URL> {
  const state: { url?: URL; end?: () => Promise<void>; schemas: number } = { schemas: 0 }
  beforeAll(async () => {
    const port = await freePort()
    const folder = newPostgresCluster()
    const child = await startPostgresServer(port, folder)
    state.url = new URL(`postgres://trawl:secret@127.0.0.1:${port}/postgres`)
    state.end = async () => {
      await endPostgresServer(child)
      rmSync(folder, { recursive: true, force: true })
    }
  }, 60_000)
  afterAll(async () => await state.end?.())
  return async () => {
    if (!state.url) throw new Error('PostgreSQL runs while the tests of the suite do')
    state.schemas += 1
    await askPostgres(state.url, `create schema s${state.schemas}`)
    const url = new URL(state.url)
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
