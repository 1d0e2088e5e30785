// The overflow queue of the archive's thread: stores writes on disk while PostgreSQL is unavailable. If it fails, they stay in memory.
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { createAttempts } from '../thread/attempts.ts'
import type { ArchiveBatch, ArchiveRequest, OverflowSize, SightingId } from './messages.ts'
import type { OverflowDatabase } from './overflow-database.ts'
import type { ArchiveDatabase } from './sqlite-database.ts'

/** The fields of a request that an attempt needs. */
type RequestContext = Pick<ArchiveRequest, 'now' | 'mayWrite'>

export type OverflowQueue = ReturnType<typeof createOverflowQueue>

/** Creates the queue over waiting.db, which is not opened yet. No method rejects, except `drain` with errors of the archive. */
export function createOverflowQueue(file: DatabaseFile<OverflowDatabase>) {
  const attempts = createAttempts(file)
  let size: OverflowSize | undefined

  /** Runs work on the queue; undefined if that is not possible now. */
  async function attempt<T>(
    order: RequestContext,
    work: (waiting: OverflowDatabase) => Promise<T>,
  ): Promise<T | undefined> {
    size = undefined
    if (!order.mayWrite) return undefined
    const done = await attempts.attempt(order.now, async (waiting) => {
      const result = await work(waiting)
      return { result, size: { count: await waiting.count(), dropped: waiting.dropped() } }
    })
    size = done?.result.size
    return done?.result.result
  }

  async function isDone(order: RequestContext, work: (waiting: OverflowDatabase) => Promise<void>): Promise<boolean> {
    return (await attempt(order, async (waiting) => ({ done: await work(waiting) }))) !== undefined
  }

  async function hasSome(order: RequestContext): Promise<boolean> {
    return (await attempt(order, (waiting) => waiting.hasSome())) === true
  }

  return {
    /** Stores a batch; whether that succeeded. */
    put: (order: RequestContext & { readonly batch: ArchiveBatch }) =>
      isDone(order, (waiting) => waiting.put(order.batch)),
    hasSome,
    /** Writes the oldest entries into the archive; whether there are more. */
    async drain(order: RequestContext, archive: ArchiveDatabase, most: number): Promise<boolean> {
      const taken = await attempt(order, (waiting) => waiting.take(most))
      if (!taken || taken.batch.sightings.length + taken.batch.states.length === 0) return false
      await archive.write(taken.batch, order.now)
      // If removing fails, the entries are written again, which changes nothing.
      return (await isDone(order, taken.done)) && (await hasSome(order))
    },
    /** A page of sightings from a position on. */
    page: (order: RequestContext, from: number) => attempt(order, (waiting) => waiting.piece(from)),
    /** Removes entries; whether that succeeded. */
    removePlaces: (order: RequestContext, places: readonly number[]) =>
      isDone(order, (waiting) => waiting.removePlaces(places)),
    remove: (order: RequestContext, sightings: readonly SightingId[]) =>
      isDone(order, (waiting) => waiting.remove(sightings)),
    /** The fields of a reply; the size is undefined while the queue is unusable. */
    status: () => ({ ...file.takeEvents(), onDisk: size }),
    close: file.close,
  }
}
