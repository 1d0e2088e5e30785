// Handles the requests of the thread of trawl.db.

import type { DatabaseFile } from '../sqlite/database-file.ts'
import type { Fault } from '../sqlite/fault.ts'
import type { TrawlDbRequest, TrawlDbResponse } from './messages.ts'
import type { Database } from './sqlite-database.ts'

/** Busy timeouts: shorter after a failure, because readers wait meanwhile. */
const busyTimeoutMs = { first: 1_000, again: 100 }

const emptyResponse = { damaged: 0, areRecordsWritten: false, areAnswersWritten: false, hasMore: false }

type TrawlDbWriteRequest = TrawlDbRequest & { readonly kind: 'write' }

/** Runs work on the database, opened for writing; whether that succeeded. */
type AttemptWrite = (now: number, work: (database: Database) => Promise<void>) => Promise<boolean>

type RecordsDone = Required<Pick<TrawlDbResponse, 'areRecordsWritten' | 'changed'>>

/** Writes the records; returns whether they were committed, and which ones another process had changed. */
async function writeRecords(
  { now, records, permit }: TrawlDbWriteRequest,
  attempt: AttemptWrite,
): Promise<RecordsDone> {
  let changed: readonly string[] | undefined = []
  const isDone = await attempt(now, async (database) => {
    if (records.length > 0) changed = await database.writeRecords(records, permit)
  })
  return { areRecordsWritten: isDone && changed !== undefined, changed: changed ?? [] }
}

async function readFrom(database: Database, order: TrawlDbRequest): Promise<Partial<TrawlDbResponse>> {
  if (order.kind === 'look') return { revisions: await database.readRevisions(order.names) }
  if (order.kind !== 'read') return {}
  const { answers, damaged } = await database.readAnswers(order.answers, order.now)
  return { answers, damaged, records: await database.readRecords(order.records) }
}

/** Runs work on the database and keeps the fault since the last success. */
function createAttempts(file: DatabaseFile<Database>) {
  let fault: Fault | undefined
  let replaced = 0

  async function failed(error: unknown, now: number): Promise<Fault> {
    fault = await file.failed(error, now)
    return fault
  }

  /** Runs work; whether it succeeded. A corrupt file is replaced, and the work is repeated on the new one. */
  async function attempt(now: number, work: (database: Database) => Promise<void>, isLast = false): Promise<boolean> {
    try {
      const database = await file.writable(now)
      database.waitForLocks(fault ? busyTimeoutMs.again : busyTimeoutMs.first)
      await work(database)
      return true
    } catch (error) {
      const { kind } = await failed(error, now)
      if (kind !== 'corrupt' || isLast) return false
      replaced += 1
      return await attempt(now, work, true)
    }
  }

  return {
    attempt,
    failed,
    fault: () => fault,
    replaced: () => replaced,
    async probe(now: number): Promise<void> {
      if (await attempt(now, (database) => database.probe())) fault = undefined
    },
  }
}

/** Creates the request handler. Callers pass one request at a time. Nothing is opened before the first request. */
export function createTrawlDbHandler(
  file: DatabaseFile<Database>,
): (order: TrawlDbRequest) => Promise<TrawlDbResponse> {
  const { attempt, failed, fault, replaced, probe } = createAttempts(file)

  async function write(order: TrawlDbWriteRequest): Promise<Partial<TrawlDbResponse>> {
    const { now, answers } = order
    let done = await writeRecords(order, attempt)
    const replacedBefore = replaced()
    const areAnswersWritten =
      done.areRecordsWritten &&
      (await attempt(now, async (database) => {
        if (answers.length > 0) await database.writeAnswers(answers, now)
      }))
    // The records were written to a file that was then quarantined because of the answers.
    if (done.areRecordsWritten && replaced() > replacedBefore) done = await writeRecords(order, attempt)
    if (areAnswersWritten && fault()) await probe(now)
    return { ...done, areAnswersWritten }
  }

  async function read(order: TrawlDbRequest): Promise<Partial<TrawlDbResponse>> {
    try {
      const database = file.readable()
      return database ? await readFrom(database, order) : {}
    } catch (error) {
      await failed(error, order.now)
      return {}
    }
  }

  async function tidy(now: number): Promise<Partial<TrawlDbResponse>> {
    let hasMore = false
    await attempt(now, async (database) => {
      hasMore = await database.tidy(now)
    })
    return { hasMore }
  }

  async function handle(order: TrawlDbRequest): Promise<Partial<TrawlDbResponse>> {
    if (order.kind === 'write') return await write(order)
    if (order.kind === 'read' || order.kind === 'look') return await read(order)
    if (order.kind === 'tidy') return await tidy(order.now)
    if (order.kind === 'close') await file.close()
    else await probe(order.now)
    return {}
  }

  return async (order) => {
    const done = await handle(order)
    return { ...emptyResponse, ...done, id: order.id, bytes: file.bytes(), ...file.takeEvents(), fault: fault() }
  }
}
