// A real Redis for a test: on a free port, without persistence, ended after the test by its pid.
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import { hasEnded } from './own-server.ts'
import { freePort } from './ports.ts'
import { startRedisServer } from './redis-server.ts'

/** A Redis that a test may break. */
export interface TestRedis {
  readonly url: URL
  readonly port: number
  /** A client for the test itself. */
  readonly client: Redis
  /** Sends a signal: a crash, a freeze (`SIGSTOP`) or a resume (`SIGCONT`). */
  signal(name: NodeJS.Signals): void
  /** Ends it as a crash would and waits for that. */
  kill(): Promise<void>
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>
}

/** Starts Redis; `args` are further arguments of redis-server, such as `['--maxmemory', '1mb']`. */
export async function startRedis(args: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort()
  const url = new URL(`redis://127.0.0.1:${port}`)
  let child = await startRedisServer(port, args)
  const client = new Redis(url.href, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  const kill = async () => {
    if (hasEnded(child)) return
    const ended = once(child, 'exit')
    // SIGKILL also ends a frozen process.
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    client.disconnect()
    await kill()
  })
  return {
    ...{ url, port, client, kill },
    signal: (name) => void child.kill(name),
    async restart() {
      await kill()
      child = await startRedisServer(port, args)
    },
  }
}
