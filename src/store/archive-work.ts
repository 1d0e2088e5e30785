// What the archive's thread does with an order, and what it says of it.
import type { ArchiveDatabase } from './archive-database.ts'
import type { ArchiveOrder, ArchiveReply } from './archive-messages.ts'
import type { Fault } from './database-fault.ts'
import type { DatabaseFile } from './database-file.ts'
import { FolderTaken } from './folder-lock.ts'

/** What is wrong for long is tried with less patience: readers wait meanwhile. */
const patienceMs = { first: 1_000, again: 100 }

const nothing = { isDone: false, hasMore: false, isFull: false }

type Done = Partial<ArchiveReply>

/** Does orders over the archive of `file`, one after the other. Nothing is opened before an order asks for it. */
export function createArchiveWork(file: DatabaseFile<ArchiveDatabase>): (order: ArchiveOrder) => ArchiveReply {
  let fault: Fault | undefined
  let shares = 0

  /** What came of the work over the archive, opened for writing. What is corrupt is replaced, and what was to be done is done in the new one. */
  function attempt(order: ArchiveOrder, work: (database: ArchiveDatabase) => Done, isLast = false): Done {
    try {
      if (!order.mayWrite) throw new FolderTaken(order.now)
      const database = file.writable(order.now)
      database.waitForLocks(fault ? patienceMs.again : patienceMs.first)
      const done = work(database)
      shares = database.shares()
      // Tending may find nothing to write, and says nothing of whether something can be written.
      if (order.kind !== 'tend') fault = undefined
      return { isDone: true, ...done }
    } catch (error) {
      fault = file.failed(error, order.now)
      return fault.kind !== 'corrupt' || isLast ? {} : attempt(order, work, true)
    }
  }

  function read(order: ArchiveOrder, from: (database: ArchiveDatabase) => Done): Done {
    const database = file.readable()
    if (!database) return {}
    try {
      return from(database)
    } catch (error) {
      fault = file.failed(error, order.now)
      return {}
    }
  }

  function obey(order: ArchiveOrder): Done {
    if (order.kind === 'find') return read(order, (database) => ({ found: database.find(order.wanted) }))
    if (order.kind === 'health') return read(order, (database) => ({ health: database.health(order.most) }))
    if (order.kind === 'stretch') return read(order, (database) => ({ stretch: database.stretch(order.from) }))
    if (order.kind !== 'close') return attempt(order, (database) => change(database, order))
    file.close()
    return {}
  }

  return (order) => {
    const done = obey(order)
    return { ...nothing, ...done, id: order.id, shares, bytes: file.bytes(), ...file.news(), ...(fault && { fault }) }
  }
}

function change(database: ArchiveDatabase, order: ArchiveOrder): Done {
  if (order.kind === 'tend') return { hasMore: database.tend(), isFull: database.isFull() }
  if (order.kind === 'remove') database.remove(order.sightings)
  else if (order.kind === 'write') database.write(order.batch, order.now)
  else database.probe()
  return { hasMore: true, isFull: database.isFull() }
}
