// A real PostgreSQL for a test: a cluster in its own folder, on a free port, ended after the test by its pid.
import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { freePort } from './ports.ts'
import { endPostgresServer, newPostgresCluster, signalPostgres, startPostgresServer } from './postgres-server.ts'

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
  const port = await freePort()
  const folder = newPostgresCluster()
  let child = await startPostgresServer(port, folder)
  onTestFinished(async () => {
    await endPostgresServer(child)
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url: new URL(`postgres://trawl:secret@127.0.0.1:${port}/postgres`),
    signal: (name) => void child.kill(name),
    freeze: () => signalPostgres(child, 'SIGSTOP'),
    thaw: () => signalPostgres(child, 'SIGCONT'),
    kill: () => endPostgresServer(child),
    async restart() {
      await endPostgresServer(child)
      child = await startPostgresServer(port, folder)
    },
  }
}
