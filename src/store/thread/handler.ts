// Runs the called functions on one database, in turn: replaces a corrupt one, and remembers the fault since the last success.
import { createSerialQueue } from '../../async/serial-queue.ts'
import type { Fault } from '../sqlite/fault.ts'
import { isRead, type Tables } from '../tables.ts'
import type { Reply, Request } from './store-thread.ts'

/** The functions of an open database; one that is only read has no others. */
export type OpenTables = Partial<Tables>

/** The lifecycle of a database. Callers make one call at a time. */
export interface DatabaseFile {
  /** Returns the database for writing; opens it if necessary, in place of a read-only one. @throws (rejects) FolderLockedError; errors of the database and the file system. */
  writable(now: number): Promise<OpenTables>
  /** Returns the database if it is open. @throws PostgresConnectionError after the connection is lost. */
  readable(): OpenTables | undefined
  /** Classifies a failure, closes what is unusable and quarantines a corrupt file. `corrupt` means that a new file can be created. @throws (rejects) the error itself if it is a bug. */
  failed(error: unknown, now: number): Promise<Fault>
  /** The new name of a corrupt file that was renamed since the last call. */
  takeCorrupt(): string | undefined
  bytes(): number
  close(): Promise<void>
}

type Outcome = Pick<Reply, 'result' | 'fault' | 'isLate'>

const notOpen: Fault = { kind: 'silent', words: 'the database is not open' }

/** Creates the handler of a database; nothing is opened before the first call that writes. `clock` returns monotonic milliseconds. */
export function createHandler(file: DatabaseFile, clock: () => number) {
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

  async function attempt(request: Request, isAgain = false): Promise<Outcome> {
    const { name, now } = request
    try {
      return await runOn(isRead(name) ? file.readable() : await file.writable(now), request)
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
      return { id, ...outcome, bytes: file.bytes(), setAside: file.takeCorrupt() }
    })
  }
}
