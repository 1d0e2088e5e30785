// Handles the requests of the archive's thread.
import type { ArchiveDatabase } from './archive-database.ts'
import type { ArchiveOrder, ArchiveReply } from './archive-messages.ts'
import { type ArchiveOverflow, toldOf } from './archive-overflow.ts'
import type { Fault } from './database-fault.ts'
import type { DatabaseFile } from './database-file.ts'
import { FolderTaken } from './folder-lock.ts'

/** Busy timeouts: shorter after a failure, because readers wait meanwhile. */
const patienceMs = { first: 1_000, again: 100 }

/** Entries of the overflow queue written at once. */
const drainedAtOnce = 200

const nothing = { isDone: false, hasMore: false, isFull: false }

type Done = Partial<ArchiveReply>
type Write = ArchiveOrder & { readonly kind: 'write' }
type Look = ArchiveOrder & { readonly kind: 'held' | 'forget' }
/** Work on an open archive. */
type Work = (database: ArchiveDatabase) => Promise<Done>

interface WorkParts {
  readonly file: DatabaseFile<ArchiveDatabase>
  /** Whether other processes write too, so that the lock of the folder does not matter. */
  readonly isShared?: boolean
  /** The overflow queue, if there is one on disk. */
  readonly overflow?: ArchiveOverflow
}

type Trying = ReturnType<typeof createTrying>

/** Runs work on the archive and keeps the fault since the last success. */
function createTrying({ file, isShared = false }: WorkParts) {
  let fault: Fault | undefined
  let shares = 0

  /** Runs work on the archive, opened for writing. A corrupt file is replaced, and the work is repeated on the new one. */
  async function attempt(order: ArchiveOrder, work: Work, isLast = false): Promise<Done> {
    try {
      if (!isShared && !order.mayWrite) throw new FolderTaken(order.now)
      const database = await file.writable(order.now)
      database.waitForLocks(fault ? patienceMs.again : patienceMs.first)
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

  async function read(order: ArchiveOrder, work: Work): Promise<Done> {
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
    told: () => ({ shares, bytes: file.bytes(), ...file.news(), fault }),
  }
}

/** Creates the request handler. Nothing is opened before the first request. */
export function createArchiveWork(parts: WorkParts): (order: ArchiveOrder) => Promise<ArchiveReply> {
  const { file, overflow } = parts
  const trying = createTrying(parts)

  async function obey(order: ArchiveOrder): Promise<Done> {
    switch (order.kind) {
      case 'find':
        return await trying.read(order, async (database) => ({ found: await database.find(order.wanted) }))
      case 'health':
        return await trying.read(order, async (database) => ({ health: await database.health(order.most) }))
      case 'stretch':
        return await trying.read(order, async (database) => ({ stretch: await database.stretch(order.from) }))
      case 'held':
      case 'forget':
        return overflow ? await look(order, overflow) : {}
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
    const done = await obey(order)
    return { ...nothing, id: order.id, ...done, ...trying.told(), ...(overflow && toldOf(overflow)) }
  }
}

async function look(order: Look, overflow: ArchiveOverflow): Promise<Done> {
  if (order.kind === 'forget') return { isDone: await overflow.forget(order, order.places) }
  const held = await overflow.piece(order, order.from)
  return held ? { held } : {}
}

/** Writes a batch; it joins the overflow queue while that has entries or the database fails. */
async function write(order: Write, { attempt, isWell }: Trying, overflow?: ArchiveOverflow): Promise<Done> {
  const mustWait = overflow && (!isWell() || (await overflow.hasSome(order)))
  if (mustWait && (await overflow.put(order))) return { isDone: true, hasMore: isWell() }
  const done = await attempt(order, (database) => change(order, database))
  return !done.isDone && (await overflow?.put(order)) ? { isDone: true } : done
}

async function change(order: ArchiveOrder, database: ArchiveDatabase, overflow?: ArchiveOverflow): Promise<Done> {
  if (order.kind === 'tend') return await tend(order, database, overflow)
  if (order.kind === 'remove') await database.remove(order.sightings)
  else if (order.kind === 'write') await database.write(order.batch, order.now)
  else await database.probe()
  return { hasMore: true, isFull: await database.isFull() }
}

/** One step of maintenance: drains the overflow queue first. Returns whether there is more to do. */
async function tend(order: ArchiveOrder, database: ArchiveDatabase, overflow?: ArchiveOverflow): Promise<Done> {
  const mayWrite = overflow && !(await database.isFull())
  const isWaiting = mayWrite && (await overflow.drain(order, database, drainedAtOnce))
  const hasMore = await database.tend()
  return { hasMore: hasMore || isWaiting === true, isFull: await database.isFull() }
}
