// Calls the functions of the store in its worker thread, which is started again after it died.
import { type Transferable, Worker } from 'node:worker_threads'
import type { Fault } from '../fault.ts'
import type { DatabaseOptions } from '../tables.ts'

/** A call of a function of a database; `now` is in epoch milliseconds. */
export interface Call {
  readonly database: DatabaseOptions['name']
  readonly name: string
  readonly args: readonly unknown[]
  readonly now: number
  /** A call that waited longer for its turn is not executed: its result would be too late. */
  readonly maxWaitMs?: number | undefined
}

/** What the thread receives: as JSON, because a string is copied at once, while cloning a batch takes several times as long; with bytes as it is. */
export type Request = Call & { readonly id: number }

export interface Reply {
  readonly id: number
  readonly result?: unknown
  /** Why the call failed. */
  readonly fault?: Fault | undefined
  /** A call that failed because of a bug or lack of memory: its message and stack. */
  readonly bug?: string
  readonly isLate?: boolean
  /** Bytes of the database and its log. */
  readonly bytes: number
  /** The new name of a corrupt file. */
  readonly renamed?: string | undefined
}

/** Makes the thread collect its garbage. */
export const collectMessage = 'collect garbage'

export type StartWorker = (databases: readonly DatabaseOptions[]) => Worker

export type StoreThread = ReturnType<typeof createStoreThread>

export function startWorker(databases: readonly DatabaseOptions[]): Worker {
  // Node flags of the process may not suit a thread. What a call allocates is garbage once it is answered: a larger young generation only
  // holds more of it.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }
  const options = { name: 'store', execArgv: [], resourceLimits, workerData: databases }
  return new Worker(new URL('./thread.ts', import.meta.url), options)
}

/** Starts the thread of these databases. Each isolate takes 11 MB before it has loaded anything, so there is one for all. */
export function createStoreThread(databases: readonly DatabaseOptions[], start: StartWorker = startWorker) {
  let current: ReturnType<typeof begin> | undefined
  let lastId = 0
  let isOver = false
  const exitListeners: ((why: string) => void)[] = []

  function begin() {
    const calls = new Map<number, PromiseWithResolvers<Reply | undefined>>()
    const begun = { worker: start(databases), calls }
    const onEnd = (why: string) => {
      if (current !== begun) return
      current = undefined
      for (const listener of exitListeners) listener(why)
      for (const { resolve } of calls.values()) resolve(undefined)
    }
    begun.worker.on('message', (reply: Reply) => {
      calls.get(reply.id)?.resolve(reply)
      calls.delete(reply.id)
    })
    begun.worker.on('error', (error) => onEnd(String(error))).on('exit', (code) => onEnd(`exit code ${code}`))
    return begun
  }

  function ensureStarted(): void {
    if (!isOver) current ??= begin()
  }
  ensureStarted()
  return {
    /** Starts the thread again if it died. */
    ensureStarted,
    /** Calls a function; resolves to undefined when the thread dies or is not running. */
    async call(call: Call, transfer: readonly Transferable[] = []): Promise<Reply | undefined> {
      if (!current) return undefined
      lastId += 1
      const request: Request = { ...call, id: lastId }
      const reply = Promise.withResolvers<Reply | undefined>()
      current.calls.set(lastId, reply)
      current.worker.postMessage(transfer.length > 0 ? request : JSON.stringify(request), transfer)
      return await reply.promise
    },
    /** Has the thread collect its garbage after the calls before. */
    collectGarbage: (): void => current?.worker.postMessage(collectMessage),
    /** Registers a listener for an unexpected end of the thread. */
    onExit: (listener: (why: string) => void) => void exitListeners.push(listener),
    /** Terminates the thread; it is not started again. A thread blocked in a disk operation ends only after it. */
    async end(): Promise<void> {
      isOver = true
      const ended = current
      current = undefined
      for (const { resolve } of ended?.calls.values() ?? []) resolve(undefined)
      await ended?.worker.terminate()
    },
  }
}
