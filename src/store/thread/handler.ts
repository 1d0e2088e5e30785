// Runs the called functions on one database, in turn: replaces a corrupt one, and remembers the fault since the last success.
import { createSerialQueue, type SerialQueue } from '../../async/serial-queue.ts'
import type { Fault } from '../fault.ts'
import { isRead, type Tables } from '../tables.ts'
import type { Reply, Request } from './store-thread.ts'

/** The lifecycle of a database. Callers make one call at a time. */
export interface DatabaseFile {
  /** Returns the database for writing; opens it if necessary, in place of a read-only one. @throws (rejects) FaultError; errors of the database and the file system. */
  writable(now: number): Promise<Partial<Tables>>
  /** Returns the database if it is open; one that is only read lacks the functions that write. @throws FaultError after the connection is lost. */
  readable(): Partial<Tables> | undefined
  /** Classifies a failure, closes what is unusable and quarantines a corrupt file. `corrupt` means that a new file can be created. @throws (rejects) the error itself if it is a bug. */
  failed(error: unknown, now: number): Promise<Fault>
  /** The new names of corrupt files, until they are reported. */
  readonly renamed: string[]
  bytes(): number
  close(): Promise<void>
}

const notOpen: Fault = { kind: 'silent', words: 'the database is not open' }

/** Creates the handler of a database; nothing is opened before the first call that writes. `clock` returns monotonic milliseconds. */
export function createHandler(file: DatabaseFile, clock: () => number) {
  let fault: Fault | undefined
  const enqueueWrite = createSerialQueue()
  /** Reads have a connection of their own, and do not wait for writes. */
  const enqueueRead = createSerialQueue()

  async function runOn(database: Partial<Tables> | undefined, { name, args }: Request): Promise<Partial<Reply>> {
    if (!database) return { fault: fault ?? notOpen }
    const result: unknown = await Reflect.apply(Reflect.get(database, name), undefined, args)
    if (name === 'probe') fault = undefined
    return { result }
  }

  async function attempt(request: Request, isAgain = false): Promise<Partial<Reply>> {
    const { name, now } = request
    try {
      return await runOn(isRead(name) ? file.readable() : await file.writable(now), request)
    } catch (error) {
      // A write may be under way on a database that is to be closed.
      const enqueue: SerialQueue = isRead(name) ? enqueueWrite : (task) => task()
      fault = await enqueue(() => file.failed(error, now))
      return fault.kind === 'corrupt' && !isAgain ? await attempt(request, true) : { fault }
    }
  }

  async function outcomeOf(request: Request): Promise<Partial<Reply>> {
    if (request.name !== 'close') return await attempt(request)
    await file.close()
    return {}
  }

  /** Rejects with bugs. */
  return async (request: Request): Promise<Reply> => {
    const { id, name, maxWaitMs = Number.POSITIVE_INFINITY } = request
    const until = clock() + maxWaitMs
    const enqueue = isRead(name) ? enqueueRead : enqueueWrite
    return await enqueue(async () => {
      const outcome = clock() > until ? { isLate: true } : await outcomeOf(request)
      return { id, ...outcome, bytes: file.bytes(), renamed: file.renamed.shift() }
    })
  }
}
