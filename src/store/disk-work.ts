// What the disk's thread does with an order, and what it says of it.
import type { Database } from './database.ts'
import type { Fault } from './database-fault.ts'
import type { DiskFile } from './disk-file.ts'
import type { Order, Reply } from './disk-messages.ts'

/** What is wrong for long is tried with less patience: readers wait meanwhile. */
const patienceMs = { first: 1_000, again: 100 }

const nothing = { damaged: 0, areRecordsWritten: false, areAnswersWritten: false, hasMore: false }

/** Whether the work is done over the database, opened for writing. */
type Attempt = (now: number, work: (database: Database) => void) => boolean

/** Whether they are committed. */
function writeRecords({ now, records, permit }: Order & { kind: 'write' }, attempt: Attempt): boolean {
  let isAllowed = true
  const isDone = attempt(now, (database) => {
    if (records.length > 0) isAllowed = database.writeRecords(records, permit)
  })
  return isDone && isAllowed
}

function readFrom(database: Database, order: Order & { kind: 'read' }): Partial<Reply> {
  const { answers, damaged } = database.readAnswers(order.answers, order.now)
  return { answers, damaged, records: order.records.map((name) => database.readRecord(name)) }
}

/** Does orders over the database of `file`, one after the other. Nothing is opened before an order asks for it. */
export function createDiskWork(file: DiskFile): (order: Order) => Reply {
  let fault: Fault | undefined
  let replaced = 0

  /** Whether it is done. What is corrupt is replaced, and what was to be done is done in the new one. */
  function attempt(now: number, work: (database: Database) => void, isLast = false): boolean {
    try {
      const database = file.writable(now)
      database.waitForLocks(fault ? patienceMs.again : patienceMs.first)
      work(database)
      return true
    } catch (error) {
      fault = file.failed(error, now)
      if (fault.kind !== 'corrupt' || isLast) return false
      replaced += 1
      return attempt(now, work, true)
    }
  }

  function write(order: Order & { kind: 'write' }): Partial<Reply> {
    const { now, answers } = order
    let areRecordsWritten = writeRecords(order, attempt)
    const replacedBefore = replaced
    const areAnswersWritten =
      areRecordsWritten && attempt(now, (database) => answers.length > 0 && database.writeAnswers(answers, now))
    // They have gone into a database that was set aside for the answers' sake.
    if (areRecordsWritten && replaced > replacedBefore) areRecordsWritten = writeRecords(order, attempt)
    if (areAnswersWritten && (!fault || attempt(now, (database) => database.probe()))) fault = undefined
    return { areRecordsWritten, areAnswersWritten }
  }

  function read(order: Order & { kind: 'read' }): Partial<Reply> {
    const database = file.readable()
    if (!database) return {}
    try {
      return readFrom(database, order)
    } catch (error) {
      fault = file.failed(error, order.now)
      return {}
    }
  }

  function obey(order: Order): Partial<Reply> {
    if (order.kind === 'write') return write(order)
    if (order.kind === 'read') return read(order)
    let hasMore = false
    if (order.kind === 'close') file.close()
    else if (order.kind === 'tidy') attempt(order.now, (database) => (hasMore = database.tidy(order.now)))
    else if (attempt(order.now, (database) => database.probe())) fault = undefined
    return { hasMore }
  }

  return (order) => {
    const done = obey(order)
    return { ...nothing, ...done, id: order.id, bytes: file.bytes(), ...file.news(), ...(fault && { fault }) }
  }
}
