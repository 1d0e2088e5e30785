// Handles the requests of the archive's thread.
import { FolderLockedError } from '../files/folder-lock.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { createAttempts } from '../thread/attempts.ts'
import type { ArchiveBatch, ArchiveRequest, ArchiveResponse, SeenSighting } from './messages.ts'
import { ngrams } from './ngrams.ts'
import type { OverflowQueue } from './overflow-queue.ts'
import type { ArchiveDatabase } from './sqlite-database.ts'

/** Entries of the overflow queue written at once. */
const drainBatchSize = 200

const emptyResponse = { isDone: false, hasMore: false, isFull: false }

type PartialResponse = Partial<ArchiveResponse>
type ArchiveWriteRequest = Omit<ArchiveRequest & { readonly kind: 'write' }, 'batch'> & { readonly batch: ArchiveBatch }
type MaintenanceRequest = ArchiveRequest & { readonly kind: 'maintain' }
type OverflowRequest = ArchiveRequest & { readonly kind: 'overflow' | 'removeQueued' }
type ArchiveOperation = (database: ArchiveDatabase) => Promise<PartialResponse>

interface ArchiveHandlerOptions {
  readonly file: DatabaseFile<ArchiveDatabase>
  /** Whether other processes write too, so that the lock of the folder does not matter. */
  readonly isShared?: boolean
  /** The overflow queue, if there is one on disk. */
  readonly overflow?: OverflowQueue
}

type Attempts = ReturnType<typeof createArchiveAttempts>

function createArchiveAttempts({ file, isShared = false }: ArchiveHandlerOptions) {
  let mayWrite = isShared
  let shares = 0
  const attempts = createAttempts({
    ...file,
    async writable(now) {
      if (!mayWrite) throw new FolderLockedError(now)
      return await file.writable(now)
    },
  })
  return {
    async attempt(
      order: Pick<ArchiveRequest, 'kind' | 'now' | 'mayWrite'>,
      work: ArchiveOperation,
    ): Promise<PartialResponse> {
      mayWrite = isShared || order.mayWrite
      const done = await attempts.attempt(order.now, async (database) => {
        const reply = await work(database)
        shares = await database.shares()
        return reply
      })
      // Maintenance may have nothing to write, so it does not prove that the database is writable.
      if (done && order.kind !== 'maintain') attempts.recovered()
      return done ? { isDone: true, ...done.result } : {}
    },
    read: async (order: ArchiveRequest, work: ArchiveOperation) => (await attempts.read(order.now, work)) ?? {},
    isWell: () => attempts.fault() === undefined,
    status() {
      const { fault, ...status } = attempts.status()
      // A locked folder is reported by trawl.db.
      return { shares, ...status, fault: fault?.kind === 'taken' ? undefined : fault }
    },
  }
}

/** Creates the request handler. Nothing is opened before the first request. */
export function createRequestHandler(
  parts: ArchiveHandlerOptions,
): (order: ArchiveRequest) => Promise<ArchiveResponse> {
  const { file, overflow } = parts
  const attempts = createArchiveAttempts(parts)
  const { attempt, read, status } = attempts

  async function handle(order: ArchiveRequest): Promise<PartialResponse> {
    switch (order.kind) {
      case 'find':
        if (order.wanted.ways.length === 0) return {}
        return await read(order, async (database) => ({ found: await database.find(order.wanted) }))
      case 'newest':
        return await read(order, async (database) => ({ found: await database.newest(order.most) }))
      case 'work':
        return await read(order, async (database) => ({ ofWork: await database.findWork(order.key) }))
      case 'yields':
        return await read(order, async (database) => ({ yields: await database.yieldsSince(order.since) }))
      case 'health':
        return await read(order, async (database) => ({ health: await database.health(order.most) }))
      case 'scan':
        return await read(order, async (database) => ({ scanned: await database.scan(order.from) }))
      case 'overflow':
      case 'removeQueued':
        return overflow ? await handleOverflow(order, overflow) : {}
      case 'write':
        return await write({ ...order, batch: withTokens(order.batch) }, attempts, overflow)
      case 'close':
        await Promise.all([file.close(), overflow?.close()])
        return {}
      default:
        if (order.kind === 'remove') await overflow?.remove(order, order.sightings)
        // Find out whether the overflow queue has entries.
        if (order.kind === 'open') await overflow?.hasSome(order)
        return await attempt(order, (database) => change(order, database, overflow))
    }
  }

  return async (order) => {
    const done = await handle(order)
    return { ...emptyResponse, id: order.id, ...done, ...status(), ...overflow?.status() }
  }
}

async function handleOverflow(order: OverflowRequest, overflow: OverflowQueue): Promise<PartialResponse> {
  if (order.kind === 'removeQueued') return { isDone: await overflow.removePlaces(order, order.places) }
  const queued = await overflow.page(order, order.from)
  return queued ? { queued } : {}
}

/** Writes a batch; it joins the overflow queue while that has entries or the database fails. */
async function write(
  order: ArchiveWriteRequest,
  { attempt, isWell }: Attempts,
  overflow?: OverflowQueue,
): Promise<PartialResponse> {
  const mustWait = overflow && (!isWell() || (await overflow.hasSome(order)))
  if (mustWait && (await overflow.put(order))) return { isDone: true, hasMore: isWell() }
  const done = await attempt(order, async (database) => {
    await database.write(order.batch, order.now)
    return await maintenanceOf(database)
  })
  return !done.isDone && (await overflow?.put(order)) ? { isDone: true } : done
}

/** Splits the search texts of a batch into tokens. */
function withTokens({ sightings, ...others }: ArchiveBatch<SeenSighting>): ArchiveBatch {
  let last = { searchText: '', text: '' }
  return {
    ...others,
    sightings: sightings.map((sighting) => {
      const { searchText } = sighting
      // The links of a post have the same text, one after the other.
      if (searchText !== last.searchText) last = { searchText, text: ngrams(searchText).join(' ') }
      // Not a copy: nobody else has the batch.
      return Object.assign(sighting, { text: last.text })
    }),
  }
}

async function change(
  order: ArchiveRequest,
  database: ArchiveDatabase,
  overflow?: OverflowQueue,
): Promise<PartialResponse> {
  if (order.kind === 'maintain') return await maintain(order, database, overflow)
  if (order.kind === 'remove') await database.remove(order.sightings)
  else await database.probe()
  return await maintenanceOf(database)
}

/** Whether there is maintenance after a change; there may always be. */
async function maintenanceOf(database: ArchiveDatabase): Promise<PartialResponse> {
  return { hasMore: true, isFull: await database.isFull() }
}

/** One step of maintenance: drains the overflow queue first. Returns whether there is more to do. */
async function maintain(
  order: MaintenanceRequest,
  database: ArchiveDatabase,
  overflow?: OverflowQueue,
): Promise<PartialResponse> {
  const mayWrite = overflow && !(await database.isFull())
  const isWaiting = mayWrite && (await overflow.drain(order, database, drainBatchSize))
  const hasMore = await database.maintain(order.isIdle)
  return { hasMore: hasMore || isWaiting === true, isFull: await database.isFull() }
}
