// Redis and PostgreSQL of their own for programs, on free ports, with a way to kill and restart each.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import {
  endPostgresServer,
  freePort,
  hasEnded,
  newPostgresCluster,
  startPostgresServer,
  startRedisServer,
} from '../test/kit/servers.ts'

/** A server that a program may break. */
export interface OwnDatabase {
  readonly url: URL
  /** Ends it as a crash would and waits for that. */
  kill(): Promise<void>
  /** Starts it again on its port. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnDatabase> {
  const port = await freePort()
  const folder = newPostgresCluster()
  let server = await startPostgresServer(port, folder)
  return {
    url: new URL(`postgres://trawl:secret@127.0.0.1:${port}/postgres`),
    kill: () => endPostgresServer(server),
    async start() {
      server = await startPostgresServer(port, folder)
    },
    async stop() {
      await endPostgresServer(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function startOwnRedis(): Promise<OwnDatabase> {
  const port = await freePort()
  let server = await startRedisServer(port)
  const kill = async (child: ChildProcess) => {
    if (hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: new URL(`redis://127.0.0.1:${port}`),
    kill: () => kill(server),
    async start() {
      server = await startRedisServer(port)
    },
    stop: () => kill(server),
  }
}
