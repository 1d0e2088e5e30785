// The overflow queue of the archive's thread: stores writes on disk while PostgreSQL is unavailable. If it fails, they stay in memory.

import type { DatabaseFile, FileEvents } from '../sqlite/database-file.ts'
import type { ArchiveRequest, ArchiveResponse, OverflowSize, QueuedSighting, SightingId } from './messages.ts'
import type { OverflowDatabase } from './overflow-database.ts'
import type { ArchiveDatabase } from './sqlite-database.ts'

type WriteRequest = ArchiveRequest & { readonly kind: 'write' }

/** No method rejects, except `drain` with errors of the archive. */
export interface OverflowQueue {
  /** Stores a batch; whether that succeeded. */
  put(order: WriteRequest): Promise<boolean>
  hasSome(order: ArchiveRequest): Promise<boolean>
  /** Writes the oldest entries into the archive; whether there are more. */
  drain(order: ArchiveRequest, archive: ArchiveDatabase, most: number): Promise<boolean>
  /** A page of sightings from a position on. */
  page(order: ArchiveRequest, from: number): Promise<readonly QueuedSighting[] | undefined>
  /** Removes entries; whether that succeeded. */
  forget(order: ArchiveRequest, places: readonly number[]): Promise<boolean>
  remove(order: ArchiveRequest, sightings: readonly SightingId[]): Promise<void>
  /** The last known size; undefined while the queue is unusable. */
  size(): OverflowSize | undefined
  takeEvents(): FileEvents
  close(): Promise<void>
}

/** Creates the queue over waiting.db, which is not opened yet. */
export function createOverflowQueue(file: DatabaseFile<OverflowDatabase>): OverflowQueue {
  let size: OverflowSize | undefined

  /** Runs work on the queue; undefined if that is not possible now. A corrupt file is replaced and the work repeated once. */
  async function attempt<T>(
    order: ArchiveRequest,
    work: (waiting: OverflowDatabase) => Promise<T>,
    isLast = false,
  ): Promise<T | undefined> {
    try {
      size = undefined
      if (!order.mayWrite) return undefined
      const waiting = await file.writable(order.now)
      const done = await work(waiting)
      size = { count: await waiting.count(), dropped: waiting.dropped() }
      return done
    } catch (error) {
      const { kind } = await file.failed(error, order.now)
      return kind === 'corrupt' && !isLast ? await attempt(order, work, true) : undefined
    }
  }

  async function isDone(order: ArchiveRequest, work: (waiting: OverflowDatabase) => Promise<void>): Promise<boolean> {
    return (await attempt(order, async (waiting) => ({ done: await work(waiting) }))) !== undefined
  }

  async function hasSome(order: ArchiveRequest): Promise<boolean> {
    return (await attempt(order, (waiting) => waiting.hasSome())) === true
  }

  return {
    put: (order) => isDone(order, (waiting) => waiting.put(order.batch)),
    hasSome,
    async drain(order, archive, most) {
      const taken = await attempt(order, (waiting) => waiting.take(most))
      if (!taken || taken.batch.sightings.length + taken.batch.states.length === 0) return false
      await archive.write(taken.batch, order.now)
      // If removing fails, the entries are written again, which changes nothing.
      return (await isDone(order, taken.done)) && (await hasSome(order))
    },
    page: (order, from) => attempt(order, (waiting) => waiting.piece(from)),
    forget: (order, places) => isDone(order, (waiting) => waiting.forget(places)),
    remove: async (order, sightings) => void (await isDone(order, (waiting) => waiting.remove(sightings))),
    size: () => size,
    takeEvents: file.takeEvents,
    close: file.close,
  }
}

/** The fields of a reply about the overflow queue. */
export function overflowStatus(overflow: OverflowQueue): Partial<ArchiveResponse> {
  return { ...overflow.takeEvents(), onDisk: overflow.size() }
}
