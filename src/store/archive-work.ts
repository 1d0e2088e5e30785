// What the archive's thread does with an order, and what it says of it.
import type { ArchiveDatabase } from './archive-database.ts'
import type { ArchiveOrder, ArchiveReply } from './archive-messages.ts'
import { type ArchiveOverflow, toldOf } from './archive-overflow.ts'
import type { Fault } from './database-fault.ts'
import type { DatabaseFile } from './database-file.ts'
import { FolderTaken } from './folder-lock.ts'

/** What is wrong for long is tried with less patience: readers wait meanwhile. */
const patienceMs = { first: 1_000, again: 100 }

/** Written at once of what has waited on disk. */
const drainedAtOnce = 200

const nothing = { isDone: false, hasMore: false, isFull: false }

type Done = Partial<ArchiveReply>
type Write = ArchiveOrder & { readonly kind: 'write' }
type Look = ArchiveOrder & { readonly kind: 'held' | 'forget' }
/** What is done over the archive. */
type Work = (database: ArchiveDatabase) => Promise<Done>

interface WorkParts {
  readonly file: DatabaseFile<ArchiveDatabase>
  /** Whether others write it too, and whose the folder is says nothing of it. */
  readonly isShared?: boolean
  /** Where what cannot be written waits, if not in memory. */
  readonly overflow?: ArchiveOverflow
}

type Trying = ReturnType<typeof createTrying>

/** Tries to do work over the archive, and remembers what is wrong since the latest time all went well. */
function createTrying({ file, isShared = false }: WorkParts) {
  let fault: Fault | undefined
  let shares = 0

  /** What came of the work over the archive, opened for writing. What is corrupt is replaced, and what was to be done is done in the new one. */
  async function attempt(order: ArchiveOrder, work: Work, isLast = false): Promise<Done> {
    try {
      if (!isShared && !order.mayWrite) throw new FolderTaken(order.now)
      const database = await file.writable(order.now)
      database.waitForLocks(fault ? patienceMs.again : patienceMs.first)
      const done = await work(database)
      shares = await database.shares()
      // Tending may find nothing to write, and says nothing of whether something can be written.
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
    ...{ attempt, read },
    isWell: () => fault === undefined,
    told: () => ({ shares, bytes: file.bytes(), ...file.news(), ...(fault && { fault }) }),
  }
}

/** Does orders over the archive: those that read, and the others one after the other. Nothing is opened before an order asks for it. */
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
        // It is known from now on whether something waits there.
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

/** What has waited goes first, and what cannot be written waits with it. */
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

/** A step, first of what has waited: whether there is more. */
async function tend(order: ArchiveOrder, database: ArchiveDatabase, overflow?: ArchiveOverflow): Promise<Done> {
  const mayWrite = overflow && !(await database.isFull())
  const isWaiting = mayWrite && (await overflow.drain(order, database, drainedAtOnce))
  const hasMore = await database.tend()
  return { hasMore: hasMore || isWaiting === true, isFull: await database.isFull() }
}
