// Handles the requests of the thread of trawl.db.
import type { HandleHistory } from '../history/request-handler.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { createAttempts } from '../thread/attempts.ts'
import type { TrawlDbRequest, TrawlDbResponse } from './messages.ts'
import type { Database } from './sqlite-database.ts'

const emptyResponse = { areRecordsWritten: false, areAnswersWritten: false, hasMore: false }

type TrawlDbWriteRequest = TrawlDbRequest & { readonly kind: 'write' }

type Attempts = ReturnType<typeof createAttempts<Database>>

type RecordsDone = Required<Pick<TrawlDbResponse, 'areRecordsWritten' | 'changed'>>

/** Writes the records; returns whether they were committed, and which ones another process had changed. */
async function writeRecords(
  { now, records, permit }: TrawlDbWriteRequest,
  { attempt }: Attempts,
): Promise<RecordsDone> {
  const done = await attempt(now, async (database) =>
    records.length > 0 ? await database.writeRecords(records, permit) : [],
  )
  return { areRecordsWritten: done?.result !== undefined, changed: done?.result ?? [] }
}

async function readFrom(database: Database, order: TrawlDbRequest): Promise<Partial<TrawlDbResponse>> {
  if (order.kind === 'look') return { revisions: await database.readRevisions(order.names) }
  if (order.kind !== 'read') return {}
  const { answers, damaged } = await database.readAnswers(order.answers, order.now)
  return { answers, damaged, records: await database.readRecords(order.records) }
}

/** Creates the request handler. Callers pass one request at a time. Nothing is opened before the first request. */
export function createTrawlDbHandler(
  file: DatabaseFile<Database>,
  handleHistory?: HandleHistory,
): (order: TrawlDbRequest) => Promise<TrawlDbResponse> {
  const attempts = createAttempts(file)
  const { attempt, read, fault, replaced, recovered, status } = attempts

  async function probe(now: number): Promise<void> {
    if (await attempt(now, (database) => database.probe())) recovered()
  }

  async function write(order: TrawlDbWriteRequest): Promise<Partial<TrawlDbResponse>> {
    const { now, answers } = order
    let done = await writeRecords(order, attempts)
    const replacedBefore = replaced()
    const areAnswersWritten =
      done.areRecordsWritten &&
      (await attempt(now, async (database) => {
        if (answers.length > 0) await database.writeAnswers(answers, now)
      })) !== undefined
    // The records were written to a file that was then quarantined because of the answers.
    if (done.areRecordsWritten && replaced() > replacedBefore) done = await writeRecords(order, attempts)
    if (areAnswersWritten && fault()) await probe(now)
    return { ...done, areAnswersWritten }
  }

  async function handle(order: TrawlDbRequest): Promise<Partial<TrawlDbResponse> | undefined> {
    switch (order.kind) {
      case 'write':
        return await write(order)
      case 'read':
      case 'look':
        return await read(order.now, (database) => readFrom(database, order))
      case 'history':
        return handleHistory ? { history: await handleHistory(order.task, order.now) } : {}
      case 'tidy':
        return { hasMore: (await attempt(order.now, (database) => database.tidy(order.now)))?.result === true }
      case 'close':
        await file.close()
        return {}
      case 'open':
        await probe(order.now)
        return {}
    }
  }

  return async (order) => {
    const done = await handle(order)
    return { ...emptyResponse, ...done, id: order.id, ...status() }
  }
}
