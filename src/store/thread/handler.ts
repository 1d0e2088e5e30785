// Runs the called functions on one database, in turn: replaces a corrupt one, and remembers the fault since the last success.
import { createSerialQueue } from '../../async/serial-queue.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import type { Fault } from '../sqlite/fault.ts'
import { isRead, type Tables } from '../tables.ts'
import type { Reply, Request } from './store-thread.ts'

/** An open database with the functions of its groups. */
export interface OpenTables extends Partial<Tables> {
  /** Sets how long to wait for locks of other processes. */
  waitForLocks(forMs: number): void
}

type Outcome = Pick<Reply, 'result' | 'fault' | 'isLate'>

/** Busy timeouts: shorter after a failure, because readers wait meanwhile. */
const busyTimeoutMs = { first: 1_000, again: 100 }

const notOpen: Fault = { kind: 'silent', words: 'the database is not open' }

/** Creates the handler of a database; nothing is opened before the first call that writes. `clock` returns monotonic milliseconds. */
export function createHandler(file: DatabaseFile<OpenTables>, clock: () => number) {
  let fault: Fault | undefined
  const enqueueWrite = createSerialQueue()
  /** Reads have a connection of their own, and do not wait for writes. */
  const enqueueRead = createSerialQueue()

  async function runOn(database: OpenTables | undefined, { name, args }: Request): Promise<Outcome> {
    if (!database) return { fault: fault ?? notOpen }
    const result: unknown = await Reflect.apply(Reflect.get(database, name), undefined, args)
    if (name === 'probe') fault = undefined
    return { result }
  }

  async function openForWriting(now: number): Promise<OpenTables> {
    const database = await file.writable(now)
    database.waitForLocks(fault ? busyTimeoutMs.again : busyTimeoutMs.first)
    return database
  }

  async function attempt(request: Request, isAgain = false): Promise<Outcome> {
    const { name, now } = request
    try {
      return await runOn(isRead(name) ? file.readable() : await openForWriting(now), request)
    } catch (error) {
      // A write may be under way on a database that is to be closed.
      fault = await (isRead(name) ? enqueueWrite(() => file.failed(error, now)) : file.failed(error, now))
      return fault.kind === 'corrupt' && !isAgain ? await attempt(request, true) : { fault }
    }
  }

  async function close(): Promise<Outcome> {
    await file.close()
    return {}
  }

  /** Rejects with bugs. */
  return async (request: Request): Promise<Reply> => {
    const { id, name, maxWaitMs = Number.POSITIVE_INFINITY } = request
    const until = clock() + maxWaitMs
    const enqueue = isRead(name) ? enqueueRead : enqueueWrite
    return await enqueue(async () => {
      const isLate = clock() > until
      const outcome = isLate ? { isLate } : await (name === 'close' ? close() : attempt(request))
      return { id, ...outcome, bytes: file.bytes(), ...file.takeEvents() }
    })
  }
}
