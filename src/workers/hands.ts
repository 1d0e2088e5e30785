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
  readonly now: () => number
}

export interface Hands {
  /** Starts `count` workers and replaces any that exits later. Rejects if one of them cannot start. */
  begin(count: number, own: Pick<Beginning, 'port' | 'cacheBytes'>): Promise<void>
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

/** Creates the process manager without any worker. */
export function createHands(parts: HandsParts): Hands {
  const { log } = parts
  const there = new Set<Worker>()
  const { hear, settle, ...ear } = createEar(parts)
  const { news } = ear
  let isClosing = false

  /** Resolves once the new worker listens. */
  async function add(): Promise<void> {
    const worker = cluster.fork()
    there.add(worker)
    worker.on('message', (message: FromWorker) => hear(worker, message))
    worker.on('error', (error) => log.error({ err: error }, 'failed to send a message to a worker'))
    const gone = goneOf(worker).then(() => {
      news.end(worker)
      there.delete(worker)
    })
    await listening(worker, gone)
    worker.once('exit', (code, signal) => lost(signal || `code ${code}`))
  }

  const replaceAfter = createReplacing(parts.now)

  function lost(how: string): void {
    if (isClosing) return
    const waitMs = replaceAfter(() => {
      if (!isClosing) add().catch((error: unknown) => lost(error instanceof Error ? error.message : String(error)))
    })
    log.error(`a worker exited (${how}); ${waitMs > 0 ? `starting another in ${waitMs} ms` : 'starting another'}`)
  }

  return {
    onTaken: ear.onTaken,
    onSpent: ear.onSpent,
    isClosing: () => isClosing,
    async begin(count, own) {
      settle(own)
      try {
        await Promise.all(Array.from({ length: count }, add))
      } catch (error) {
        // During shutdown nothing waits for this promise any more.
        await (isClosing ? new Promise(() => undefined) : Promise.reject(error))
      }
    },
    async dismiss() {
      isClosing = true
      await Promise.all([...there].map(dismissOne))
    },
  }
}

/** Handles messages of workers, and sends each its initial state. */
function createEar({ host, port, key, socketPath, access, versions, allowList, bans, log }: HandsParts) {
  const news: News = createNews(versions, allowList.blocks)
  allowList.onChange(news.allKnow)
  bans.onChange(news.allKnow)
  const beginning = { host, key, socketPath, port, access, cacheBytes: 0 }
  let count: (row: TakenRow) => void = () => undefined
  let charge: RateLimits['charge'] = () => undefined
  const spent = (rows: readonly SpentRow[]) => {
    for (const { times, ...spending } of rows) news.stands(spending.client, charge(spending, times))
  }
  return {
    news,
    settle: (own: Pick<Beginning, 'port' | 'cacheBytes'>) => void Object.assign(beginning, own),
    onTaken(counting: typeof count) {
      count = counting
    },
    onSpent(charging: typeof charge) {
      charge = charging
    },
    hear(worker: Worker, message: FromWorker): void {
      if (message.kind === 'taken') for (const row of message.rows) count(row)
      else if (message.kind === 'spent') spent(message.rows)
      else if (message.kind === 'allowed') news.heard(worker, message.id)
      else if (message.kind === 'trouble') log.warn(`worker: ${message.text}`)
      else if (message.kind === 'here')
        news.begin(worker, () => ({ ...beginning, counters: versions.all(), blocks: allowList.blocks() }))
    },
  }
}

/** Resolves once no more messages of a worker can arrive: its last ones may be read after it has exited. */
function goneOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('disconnect', () => resolve())
    // Node (24.21) emits no 'disconnect' for a worker that was just being handed the port.
    worker.once('exit', () => setTimeout(resolve, lastWordsMs))
  })
}

function listening(worker: Worker, gone: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') resolve()
      else if (message.kind === 'deaf') reject(Object.assign(new Error(message.failure.message), message.failure))
    })
    void gone.then(() => reject(new Error('a worker exited before it listened; its output shows the reason')))
  })
}

async function dismissOne(worker: Worker): Promise<void> {
  const gone = goneOf(worker)
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), endMs)
  const order: ToWorker = { kind: 'finish' }
  // A worker that is just exiting cannot receive messages.
  if (worker.isConnected()) worker.send(order, () => undefined)
  if (!worker.isDead()) await gone
  clearTimeout(timer)
}
