// The workers there are: begun, told what they need to know, replaced when they end, and dismissed.
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
  /** What changes of it is in `versions` by then. */
  readonly bans: { onChange(tell: () => Promise<void>): void }
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

export interface Hands {
  /** Begins so many; from now on each that ends is replaced. Rejects when one of these cannot begin. */
  begin(count: number, own: Pick<Beginning, 'port' | 'cacheBytes'>): Promise<void>
  onTaken(count: (row: TakenRow) => void): void
  onSpent(charge: RateLimits['charge']): void
  isClosing(): boolean
  /** Lets all finish what is running, and resolves once they have ended. */
  dismiss(): Promise<void>
}

/** Finishing what is running takes at most 31 s; who has not ended then is ended. */
const endMs = 33_000

/** The last words of a worker that has ended are here by then. */
const lastWordsMs = 500

/** Makes the workers, of whom there are none yet. */
export function createHands(parts: HandsParts): Hands {
  const { log } = parts
  const there = new Set<Worker>()
  const { hear, settle, ...ear } = createEar(parts)
  const { news } = ear
  let isClosing = false

  /** Resolves once the new one listens. */
  async function add(): Promise<void> {
    const worker = cluster.fork()
    there.add(worker)
    worker.on('message', (message: FromWorker) => hear(worker, message))
    worker.on('error', (error) => log.error({ err: error }, 'a worker cannot be told something'))
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
    log.error(`a worker ended (${how}); another begins ${waitMs > 0 ? `in ${waitMs} ms` : 'now'}`)
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
        // Who is told to stop meanwhile has nobody any more who waits for this.
        await (isClosing ? new Promise(() => undefined) : Promise.reject(error))
      }
    },
    async dismiss() {
      isClosing = true
      await Promise.all([...there].map(dismissOne))
    },
  }
}

/** What hears the workers, and tells each what it has to know when it begins. */
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
      else if (message.kind === 'trouble') log.warn(`a worker says: ${message.text}`)
      else if (message.kind === 'here')
        news.begin(worker, () => ({ ...beginning, counters: versions.all(), blocks: allowList.blocks() }))
    },
  }
}

/** Resolves once nothing is heard of a worker any more: what it said last may be read after it has ended. */
function goneOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('disconnect', () => resolve())
    // Of a worker that was just being handed the port, Node never says that its line is closed (24.21).
    worker.once('exit', () => setTimeout(resolve, lastWordsMs))
  })
}

function listening(worker: Worker, gone: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') resolve()
      else if (message.kind === 'deaf') reject(Object.assign(new Error(message.failure.message), message.failure))
    })
    void gone.then(() => reject(new Error('a worker ended before it listened; the output has what it said')))
  })
}

async function dismissOne(worker: Worker): Promise<void> {
  const gone = goneOf(worker)
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), endMs)
  const order: ToWorker = { kind: 'finish' }
  // One that is just ending cannot be told, and needs not to be.
  if (worker.isConnected()) worker.send(order, () => undefined)
  if (!worker.isDead()) await gone
  clearTimeout(timer)
}
