// Starts worker processes, replaces those that exit, and stops them.
import cluster, { type Worker } from 'node:cluster'
import type { RateLimits } from '../http/rate-limits.ts'
import type { TakenRow } from '../http/taken.ts'
import type { Logger } from '../log.ts'
import type { Versions } from '../upstream/versions.ts'
import type { SpentRow } from './far-limits.ts'
import type { Beginning, FromWorker, ToWorker } from './messages.ts'
import { createNews, type News } from './news.ts'
import { createReplacing } from './replacing.ts'

export interface HandsParts extends Pick<Beginning, 'host' | 'port' | 'key' | 'socketPath' | 'access'> {
  readonly versions: Pick<Versions, 'all' | 'onChange'>
  readonly allowList: { blocks(): readonly string[]; onChange(tell: () => Promise<void>): void }
  /** Only its event is used: the change itself is in `versions`. */
  readonly bans: { onChange(tell: () => Promise<void>): void }
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
}

export interface Hands {
  /** Starts `count` workers and replaces any that exits later. Rejects if one of them cannot start. */
  begin(count: number, options: ListenOptions): Promise<void>
  onTaken(count: (row: TakenRow) => void): void
  onSpent(charge: RateLimits['charge']): void
  isClosing(): boolean
  /** Lets all workers finish running requests; resolves once they have exited. */
  dismiss(): Promise<void>
}

/** Workers finish running requests within 31 s; after this time they are killed. */
const endMs = 33_000

/** The last messages of an exited worker arrive within this time. */
const lastWordsMs = 500

type ListenOptions = Pick<Beginning, 'port' | 'cacheBytes'>

/** Creates the process manager without any worker. */
export function createHands(parts: HandsParts): Hands {
  const { versions, allowList, bans, log } = parts
  const workers = new Set<Worker>()
  const news = createNews(versions, allowList.blocks)
  allowList.onChange(news.allKnow)
  bans.onChange(news.allKnow)
  const inbox = createWorkerInbox(parts, news)
  const scheduleRestart = createReplacing(parts.epochMs)
  let isClosing = false

  /** Resolves once the new worker listens. */
  async function addWorker(options: ListenOptions): Promise<void> {
    const worker = cluster.fork()
    workers.add(worker)
    worker.on('message', (message: FromWorker) => inbox.handle(worker, message, options))
    worker.on('error', (error) => log.error({ err: error }, 'failed to send a message to a worker'))
    const disconnected = whenDisconnected(worker).then(() => {
      news.end(worker)
      workers.delete(worker)
    })
    await whenListening(worker, disconnected)
    worker.once('exit', (code, signal) => replaceWorker(signal || `code ${code}`, options))
  }

  function replaceWorker(cause: string, options: ListenOptions): void {
    if (isClosing) return
    const waitMs = scheduleRestart(() => {
      if (isClosing) return
      addWorker(options).catch((error: unknown) =>
        replaceWorker(error instanceof Error ? error.message : String(error), options),
      )
    })
    log.error(`a worker exited (${cause}); ${waitMs > 0 ? `starting another in ${waitMs} ms` : 'starting another'}`)
  }

  return {
    onTaken: inbox.onCacheHit,
    onSpent: inbox.onRateLimitUsage,
    isClosing: () => isClosing,
    async begin(count, options) {
      try {
        await Promise.all(Array.from({ length: count }, () => addWorker(options)))
      } catch (error) {
        // During shutdown nothing waits for this promise any more.
        await (isClosing ? new Promise(() => undefined) : Promise.reject(error))
      }
    },
    async dismiss() {
      isClosing = true
      await Promise.all([...workers].map(stopWorker))
    },
  }
}

/** Handles messages of workers; sends each its initial state when it is ready. */
function createWorkerInbox({ host, key, socketPath, access, versions, allowList, log }: HandsParts, news: News) {
  let recordCacheHit: (row: TakenRow) => void = () => undefined
  let chargeUsage: RateLimits['charge'] = () => undefined

  function applyUsage(rows: readonly SpentRow[]): void {
    for (const { times, ...usage } of rows) news.stands(usage.client, chargeUsage(usage, times))
  }

  return {
    onCacheHit(listener: typeof recordCacheHit): void {
      recordCacheHit = listener
    },
    onRateLimitUsage(listener: typeof chargeUsage): void {
      chargeUsage = listener
    },
    handle(worker: Worker, message: FromWorker, { port, cacheBytes }: ListenOptions): void {
      const createInit = (): Beginning => ({
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
      else if (message.kind === 'allow-list-applied') news.heard(worker, message.id)
      else if (message.kind === 'log') log.warn(`worker: ${message.text}`)
      else if (message.kind === 'ready') news.begin(worker, createInit)
    },
  }
}

/** Resolves once no more messages of a worker can arrive: its last ones may be read after it has exited. */
function whenDisconnected(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('disconnect', () => resolve())
    // Node (24.21) emits no 'disconnect' for a worker that was just being handed the port.
    worker.once('exit', () => setTimeout(resolve, lastWordsMs))
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
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), endMs)
  const message: ToWorker = { kind: 'shutdown' }
  // A worker that is just exiting cannot receive messages.
  if (worker.isConnected()) worker.send(message, () => undefined)
  if (!worker.isDead()) await disconnected
  clearTimeout(timer)
}
