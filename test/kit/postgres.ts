// A real PostgreSQL for a test: a cluster in a folder of its own, started on a spare port, ended with the test by its pid.
import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { freePort } from './ports.ts'
import { endPostgresServer, newPostgresCluster, signalPostgres, startPostgresServer } from './postgres-server.ts'

/** A PostgreSQL that a test may ill-treat. */
export interface TestPostgres {
  /** An empty database, with a name and a password of its own. */
  readonly url: URL
  /** Freezes its first process (`SIGSTOP`), which lets nobody in then, and lets it go on (`SIGCONT`). */
  signal(name: NodeJS.Signals): void
  /** Freezes all its processes: whoever is connected hears no more. */
  freeze(): void
  /** Lets all of them go on. */
  thaw(): void
  /** Ends it as a crash would, and waits for that. */
  kill(): Promise<void>
  /** Starts it again with what it has. */
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
