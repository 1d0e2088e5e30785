// The worker pool: listens on behalf of the primary process.
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { openDoor } from '../http/door.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { TakenRow } from '../http/taken.ts'
import { createHands, type HandsParts } from './hands.ts'
import { makePrivateSocket, removePrivateSocket } from './private-socket.ts'

export interface CrewParts extends Omit<HandsParts, 'key' | 'socketPath'> {
  /** Number of workers. */
  readonly count: number
  /** 0: any free port. */
  readonly port: number
  /** Cache budget of all workers together. */
  readonly cacheBytes: number
  /** The file that each worker process runs. */
  readonly entry: URL
  /** Generates an unguessable secret. */
  readonly newSecret: () => string
}

/** The worker processes: each listens on the public port, answers cache hits, and forwards all other requests to the primary. */
export interface Crew {
  /** Secret by which the primary recognises its workers. */
  readonly key: string
  /** Sets the listener for requests that a worker answered from its cache. */
  onTaken(count: (row: TakenRow) => void): void
  /** Sets the function that charges requests counted by workers and returns the client's rate limit status. */
  onSpent(charge: RateLimits['charge']): void
  /**
   * Makes `app` listen on the private socket, and starts the workers. Resolves to the public address once all of them listen; rejects if the
   * port cannot be opened or a worker cannot start.
   */
  listen(app: { listen(where: { path: string; backlog: number }): Promise<string> }): Promise<string>
  /** Has shutdown begun? */
  isClosing(): boolean
  /** Lets the workers finish running requests; resolves once all have exited. */
  close(): Promise<void>
}

/** Connections that may queue up while this process is busy. */
const backlog = 4_096

/** Creates the pool without starting any worker. */
export function createCrew({ count, cacheBytes, entry, newSecret, ...parts }: CrewParts): Crew {
  const inner = { key: newSecret(), socketPath: makePrivateSocket(newSecret) }
  const hands = createHands({ ...parts, ...inner })
  return {
    key: inner.key,
    onTaken: hands.onTaken,
    onSpent: hands.onSpent,
    isClosing: hands.isClosing,
    close: hands.dismiss,
    async listen(app) {
      process.once('exit', () => removePrivateSocket(inner.socketPath))
      const { address, port } = await tryPort(parts.host, parts.port)
      await app.listen({ path: inner.socketPath, backlog })
      // Each worker accepts connections itself, however busy this process is.
      cluster.schedulingPolicy = cluster.SCHED_NONE
      cluster.setupPrimary({ exec: fileURLToPath(entry), serialization: 'advanced' })
      await hands.begin(count, { port, cacheBytes: Math.floor(cacheBytes / count) })
      return address
    },
  }
}

/**
 * Binds the port for a moment to find its address: errors show up before any worker is started, and with port 0 all workers then use the same
 * port.
 */
async function tryPort(host: string, port: number): Promise<{ address: string; port: number }> {
  const door = openDoor({ genReqId: () => '', frameworkErrors: () => undefined })
  try {
    const address = await door.listen({ host, port })
    const bound = door.server.address()
    return { address, port: typeof bound === 'object' && bound !== null ? bound.port : port }
  } finally {
    await door.close()
  }
}
