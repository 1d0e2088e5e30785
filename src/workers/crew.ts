// The workers as one: where they listen, what the rest of the service knows of them, and how they end.
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { openDoor } from '../http/door.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { TakenRow } from '../http/taken.ts'
import { createHands, type HandsParts } from './hands.ts'
import { makePrivateSocket, removePrivateSocket } from './private-socket.ts'

export interface CrewParts extends Omit<HandsParts, 'key' | 'socketPath'> {
  /** How many there are to be. */
  readonly count: number
  /** Any, if it is 0. */
  readonly port: number
  /** Bytes that all of them together may keep. */
  readonly cacheBytes: number
  /** The file that each worker process runs. */
  readonly entry: URL
  /** Makes what nobody can guess. */
  readonly newSecret: () => string
}

/** The processes that listen in the place of this one; each answers what it can, and asks this one for everything else. */
export interface Crew {
  /** What they prove themselves with. */
  readonly key: string
  /** Hears of each request that a worker answered by itself. */
  onTaken(count: (row: TakenRow) => void): void
  /** Hears of how often clients have asked there, and how they stand after it. */
  onSpent(charge: RateLimits['charge']): void
  /**
   * Lets `app` listen where only they reach it, and starts them. Resolves to their address once all of them listen; rejects as listening
   * does, or when one cannot start.
   */
  listen(app: { listen(where: { path: string; backlog: number }): Promise<string> }): Promise<string>
  /** Have they been told to stop? */
  isClosing(): boolean
  /** Lets them finish what is running, and resolves once all have ended. */
  close(): Promise<void>
}

/** So many requests may come at once before this process has a moment to accept them. */
const backlog = 4_096

/** Makes the crew; nobody is started yet. */
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
      // Accepting goes on by itself in every worker, however busy this process is.
      cluster.schedulingPolicy = cluster.SCHED_NONE
      cluster.setupPrimary({ exec: fileURLToPath(entry), serialization: 'advanced' })
      await hands.begin(count, { port, cacheBytes: Math.floor(cacheBytes / count) })
      return address
    },
  }
}

/**
 * Where a server would listen, found by listening for a moment: what is wrong with the port comes out before anybody is started, and where
 * any port would do all workers ask for the same.
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
