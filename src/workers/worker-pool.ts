// The worker pool: listens on behalf of the primary process.
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { RateLimits } from '../http/access/rate-limits.ts'
import type { CacheHit } from '../http/response-cache/cache-hit-recorder.ts'
import { createServer } from '../http/server/server.ts'
import { createPrivateSocket, removePrivateSocket } from './private-socket.ts'
import { createWorkerProcesses, type WorkerProcessesOptions } from './worker-processes.ts'

export interface WorkerPoolOptions extends Omit<WorkerProcessesOptions, 'key' | 'socketPath'> {
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
export interface WorkerPool {
  /** Secret by which the primary recognises its workers. */
  readonly key: string
  /** Sets the listener for requests that a worker answered from its cache. */
  onCacheHit(count: (row: CacheHit) => void): void
  /** Sets the function that charges requests counted by workers and returns the client's rate limit status. */
  onRateLimitUsage(charge: RateLimits['consumeMany']): void
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
export function createWorkerPool({ count, cacheBytes, entry, newSecret, ...parts }: WorkerPoolOptions): WorkerPool {
  const privateServer = { key: newSecret(), socketPath: createPrivateSocket(newSecret) }
  const processes = createWorkerProcesses({ ...parts, ...privateServer })
  return {
    key: privateServer.key,
    onCacheHit: processes.onCacheHit,
    onRateLimitUsage: processes.onRateLimitUsage,
    isClosing: processes.isClosing,
    close: processes.stopAll,
    async listen(app) {
      process.once('exit', () => removePrivateSocket(privateServer.socketPath))
      const { address, port } = await probePort(parts.host, parts.port)
      await app.listen({ path: privateServer.socketPath, backlog })
      // Each worker accepts connections itself, however busy this process is.
      cluster.schedulingPolicy = cluster.SCHED_NONE
      cluster.setupPrimary({ exec: fileURLToPath(entry), serialization: 'advanced' })
      await processes.start(count, { port, cacheBytes: Math.floor(cacheBytes / count) })
      return address
    },
  }
}

/**
 * Binds the port for a moment to find its address: errors show up before any worker is started, and with port 0 all workers then use the same
 * port.
 */
async function probePort(host: string, port: number): Promise<{ address: string; port: number }> {
  const server = createServer({ genReqId: () => '', frameworkErrors: () => undefined })
  try {
    const address = await server.listen({ host, port })
    const bound = server.server.address()
    return { address, port: typeof bound === 'object' && bound !== null ? bound.port : port }
  } finally {
    await server.close()
  }
}
