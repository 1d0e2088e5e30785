// Starts worker processes, replaces those that exit, and stops them.

import cluster, { type Worker } from 'node:cluster'
import type { RateLimits } from '../http/access/rate-limits.ts'
import type { CacheHit } from '../http/response-cache/cache-hit-recorder.ts'
import { messageOf } from '../observability/error-message.ts'
import type { Logger } from '../observability/log.ts'
import type { VersionCounters } from '../upstream/cache/versions.ts'
import type { FromWorker, ToWorker, WorkerInit } from './ipc-messages.ts'
import { createRestartBackoff } from './restart-backoff.ts'
import { createWorkerBroadcast, type WorkerBroadcast } from './worker-broadcast.ts'
import type { RateLimitUsage } from './worker-rate-limits.ts'

export interface WorkerProcessesOptions extends Pick<WorkerInit, 'host' | 'port' | 'key' | 'socketPath' | 'access'> {
  readonly versions: Pick<VersionCounters, 'all' | 'onChange'>
  readonly allowList: { blocks(): readonly string[]; onChange(listener: () => Promise<void>): void }
  /** Only its event is used: the change itself is in `versions`. */
  readonly bans: { onChange(listener: () => Promise<void>): void }
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
}

export interface WorkerProcesses {
  /** Starts `count` workers and replaces any that exits later. Rejects if one of them cannot start. */
  start(count: number, options: ListenOptions): Promise<void>
  onCacheHit(count: (row: CacheHit) => void): void
  onRateLimitUsage(chargeUsage: RateLimits['consumeMany']): void
  isClosing(): boolean
  /** Lets all workers finish running requests; resolves once they have exited. */
  stopAll(): Promise<void>
}

/** Workers finish running requests within 31 s; after this time they are killed. */
const killAfterMs = 33_000

/** The last messages of an exited worker arrive within this time. */
const drainMs = 500

type ListenOptions = Pick<WorkerInit, 'port' | 'cacheBytes'>

/** Creates the process manager without any worker. */
export function createWorkerProcesses(parts: WorkerProcessesOptions): WorkerProcesses {
  const { versions, allowList, bans, log } = parts
  const workers = new Set<Worker>()
  const broadcast = createWorkerBroadcast(versions, allowList.blocks)
  allowList.onChange(broadcast.syncAllowList)
  bans.onChange(broadcast.syncAllowList)
  const inbox = createWorkerInbox(parts, broadcast)
  const scheduleRestart = createRestartBackoff(parts.epochMs)
  let isClosing = false

  /** Resolves once the new worker listens. */
  async function addWorker(options: ListenOptions): Promise<void> {
    const worker = cluster.fork()
    workers.add(worker)
    worker.on('message', (message: FromWorker) => inbox.handle(worker, message, options))
    worker.on('error', (error) => log.error({ err: error }, 'failed to send a message to a worker'))
    const disconnected = whenDisconnected(worker).then(() => {
      broadcast.removeWorker(worker)
      workers.delete(worker)
    })
    await whenListening(worker, disconnected)
    worker.once('exit', (code, signal) => replaceWorker(signal || `code ${code}`, options))
  }

  function replaceWorker(cause: string, options: ListenOptions): void {
    if (isClosing) return
    const waitMs = scheduleRestart(() => {
      if (isClosing) return
      addWorker(options).catch((error: unknown) => replaceWorker(messageOf(error), options))
    })
    log.error(`a worker exited (${cause}); ${waitMs > 0 ? `starting another in ${waitMs} ms` : 'starting another'}`)
  }

  return {
    onCacheHit: inbox.onCacheHit,
    onRateLimitUsage: inbox.onRateLimitUsage,
    isClosing: () => isClosing,
    async start(count, options) {
      try {
        await Promise.all(Array.from({ length: count }, () => addWorker(options)))
      } catch (error) {
        // During shutdown nothing waits for this promise any more.
        await (isClosing ? new Promise(() => undefined) : Promise.reject(error))
      }
    },
    async stopAll() {
      isClosing = true
      await Promise.all([...workers].map(stopWorker))
    },
  }
}

/** Handles messages of workers; sends each its initial state when it is ready. */
function createWorkerInbox(
  { host, key, socketPath, access, versions, allowList, log }: WorkerProcessesOptions,
  broadcast: WorkerBroadcast,
) {
  let recordCacheHit: (row: CacheHit) => void = () => undefined
  let chargeUsage: RateLimits['consumeMany'] = () => undefined

  function applyUsage(rows: readonly RateLimitUsage[]): void {
    for (const { times, ...usage } of rows) broadcast.rateLimited(usage.client, chargeUsage(usage, times))
  }

  return {
    onCacheHit(listener: typeof recordCacheHit): void {
      recordCacheHit = listener
    },
    onRateLimitUsage(listener: typeof chargeUsage): void {
      chargeUsage = listener
    },
    handle(worker: Worker, message: FromWorker, { port, cacheBytes }: ListenOptions): void {
      const createInit = (): WorkerInit => ({
        host,
        port,
        socketPath,
        key,
        cacheBytes,
        counters: versions.all(),
        blocks: allowList.blocks(),
        access,
      })
      if (message.kind === 'cache-hits') for (const row of message.rows) recordCacheHit(row)
      else if (message.kind === 'rate-limit-usage') applyUsage(message.rows)
      else if (message.kind === 'allow-list-applied') broadcast.acknowledge(worker, message.id)
      else if (message.kind === 'log') log.warn(`worker: ${message.text}`)
      else if (message.kind === 'ready') broadcast.addWorker(worker, createInit)
    },
  }
}

/** Resolves once no more messages of a worker can arrive: its last ones may be read after it has exited. */
function whenDisconnected(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('disconnect', () => resolve())
    // Node (24.21) emits no 'disconnect' for a worker that was just being handed the port.
    worker.once('exit', () => setTimeout(resolve, drainMs))
  })
}

function whenListening(worker: Worker, disconnected: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') resolve()
      else if (message.kind === 'listen-failed')
        reject(Object.assign(new Error(message.failure.message), message.failure))
    })
    void disconnected.then(() => reject(new Error('a worker exited before it listened; its output shows the reason')))
  })
}

async function stopWorker(worker: Worker): Promise<void> {
  const disconnected = whenDisconnected(worker)
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs)
  const message: ToWorker = { kind: 'shutdown' }
  // A worker that is just exiting cannot receive messages.
  if (worker.isConnected()) worker.send(message, () => undefined)
  if (!worker.isDead()) await disconnected
  clearTimeout(timer)
}
