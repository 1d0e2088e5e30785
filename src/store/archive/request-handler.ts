// Handles the requests of the archive's thread.

import { FolderLockedError } from '../files/folder-lock.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import type { Fault } from '../sqlite/fault.ts'
import type { ArchiveRequest, ArchiveResponse } from './messages.ts'
import { type OverflowQueue, overflowStatus } from './overflow-queue.ts'
import type { ArchiveDatabase } from './sqlite-database.ts'

/** Busy timeouts: shorter after a failure, because readers wait meanwhile. */
const busyTimeoutMs = { first: 1_000, again: 100 }

/** Entries of the overflow queue written at once. */
const drainBatchSize = 200

const emptyResponse = { isDone: false, hasMore: false, isFull: false }

type PartialResponse = Partial<ArchiveResponse>
type ArchiveWriteRequest = ArchiveRequest & { readonly kind: 'write' }
type OverflowRequest = ArchiveRequest & { readonly kind: 'held' | 'forget' }
/** Work on an open archive. */
type ArchiveOperation = (database: ArchiveDatabase) => Promise<PartialResponse>

interface ArchiveHandlerOptions {
  readonly file: DatabaseFile<ArchiveDatabase>
  /** Whether other processes write too, so that the lock of the folder does not matter. */
  readonly isShared?: boolean
  /** The overflow queue, if there is one on disk. */
  readonly overflow?: OverflowQueue
}

type Attempts = ReturnType<typeof createAttempts>

/** Runs work on the archive and keeps the fault since the last success. */
function createAttempts({ file, isShared = false }: ArchiveHandlerOptions) {
  let fault: Fault | undefined
  let shares = 0

  /** Runs work on the archive, opened for writing. A corrupt file is replaced, and the work is repeated on the new one. */
  async function attempt(order: ArchiveRequest, work: ArchiveOperation, isLast = false): Promise<PartialResponse> {
    try {
      if (!isShared && !order.mayWrite) throw new FolderLockedError(order.now)
      const database = await file.writable(order.now)
      database.waitForLocks(fault ? busyTimeoutMs.again : busyTimeoutMs.first)
      const done = await work(database)
      shares = await database.shares()
      // Maintenance may have nothing to write, so it does not prove that the database is writable.
      if (order.kind !== 'tend') fault = undefined
      return { isDone: true, ...done }
    } catch (error) {
      fault = await file.failed(error, order.now)
      return fault.kind !== 'corrupt' || isLast ? {} : await attempt(order, work, true)
    }
  }

  async function read(order: ArchiveRequest, work: ArchiveOperation): Promise<PartialResponse> {
    try {
      const database = file.readable()
      return database ? await work(database) : {}
    } catch (error) {
      fault = await file.failed(error, order.now)
      return {}
    }
  }

  return {
    attempt,
    read,
    isWell: () => fault === undefined,
    told: () => ({ shares, bytes: file.bytes(), ...file.takeEvents(), fault }),
  }
}

/** Creates the request handler. Nothing is opened before the first request. */
export function createRequestHandler(
  parts: ArchiveHandlerOptions,
): (order: ArchiveRequest) => Promise<ArchiveResponse> {
  const { file, overflow } = parts
  const trying = createAttempts(parts)

  async function handle(order: ArchiveRequest): Promise<PartialResponse> {
    switch (order.kind) {
      case 'find':
        return await trying.read(order, async (database) => ({ found: await database.find(order.wanted) }))
      case 'health':
        return await trying.read(order, async (database) => ({ health: await database.health(order.most) }))
      case 'stretch':
        return await trying.read(order, async (database) => ({ stretch: await database.scan(order.from) }))
      case 'held':
      case 'forget':
        return overflow ? await handleOverflow(order, overflow) : {}
      case 'write':
        return await write(order, trying, overflow)
      case 'close':
        await Promise.all([file.close(), overflow?.close()])
        return {}
      default:
        if (order.kind === 'remove') await overflow?.remove(order, order.sightings)
        // Find out whether the overflow queue has entries.
        if (order.kind === 'open') await overflow?.hasSome(order)
        return await trying.attempt(order, (database) => change(order, database, overflow))
    }
  }

  return async (order) => {
    const done = await handle(order)
    return { ...emptyResponse, id: order.id, ...done, ...trying.told(), ...(overflow && overflowStatus(overflow)) }
  }
}

async function handleOverflow(order: OverflowRequest, overflow: OverflowQueue): Promise<PartialResponse> {
  if (order.kind === 'forget') return { isDone: await overflow.forget(order, order.places) }
  const held = await overflow.page(order, order.from)
  return held ? { held } : {}
}

/** Writes a batch; it joins the overflow queue while that has entries or the database fails. */
async function write(
  order: ArchiveWriteRequest,
  { attempt, isWell }: Attempts,
  overflow?: OverflowQueue,
): Promise<PartialResponse> {
  const mustWait = overflow && (!isWell() || (await overflow.hasSome(order)))
  if (mustWait && (await overflow.put(order))) return { isDone: true, hasMore: isWell() }
  const done = await attempt(order, (database) => change(order, database))
  return !done.isDone && (await overflow?.put(order)) ? { isDone: true } : done
}

async function change(
  order: ArchiveRequest,
  database: ArchiveDatabase,
  overflow?: OverflowQueue,
): Promise<PartialResponse> {
  if (order.kind === 'tend') return await tend(order, database, overflow)
  if (order.kind === 'remove') await database.remove(order.sightings)
  else if (order.kind === 'write') await database.write(order.batch, order.now)
  else await database.probe()
  return { hasMore: true, isFull: await database.isFull() }
}

/** One step of maintenance: drains the overflow queue first. Returns whether there is more to do. */
async function tend(
  order: ArchiveRequest,
  database: ArchiveDatabase,
  overflow?: OverflowQueue,
): Promise<PartialResponse> {
  const mayWrite = overflow && !(await database.isFull())
  const isWaiting = mayWrite && (await overflow.drain(order, database, drainBatchSize))
  const hasMore = await database.tend()
  return { hasMore: hasMore || isWaiting === true, isFull: await database.isFull() }
}
