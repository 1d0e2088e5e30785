// Where sightings wait on disk while PostgreSQL cannot be written, as the archive's thread uses it. What is wrong with it harms nobody: then they wait in memory.
import type { ArchiveDatabase } from './archive-database.ts'
import type { ArchiveOrder, ArchiveReply, HeldSighting, OnDisk, Seen } from './archive-messages.ts'
import type { WaitingDatabase } from './archive-waiting-database.ts'
import type { DatabaseFile, News } from './database-file.ts'

type Write = ArchiveOrder & { readonly kind: 'write' }

/** None of it rejects, but for what the archive throws where it is written. */
export interface ArchiveOverflow {
  /** Whether it is on the disk. */
  put(order: Write): Promise<boolean>
  hasSome(order: ArchiveOrder): Promise<boolean>
  /** Writes some of it into the archive, the oldest first; whether there is more. */
  drain(order: ArchiveOrder, archive: ArchiveDatabase, most: number): Promise<boolean>
  /** Sightings from a place on, to be looked at. */
  piece(order: ArchiveOrder, from: number): Promise<readonly HeldSighting[] | undefined>
  /** Whether they are gone. */
  forget(order: ArchiveOrder, places: readonly number[]): Promise<boolean>
  remove(order: ArchiveOrder, sightings: readonly Seen[]): Promise<void>
  /** As last known; nothing while it cannot be used. */
  size(): OnDisk | undefined
  news(): News
  close(): Promise<void>
}

/** Makes it over waiting.db. Nothing is opened yet. */
export function createArchiveOverflow(file: DatabaseFile<WaitingDatabase>): ArchiveOverflow {
  let size: OnDisk | undefined

  /** What came of the work; nothing when it cannot be done now. What is corrupt is replaced. */
  async function attempt<T>(
    order: ArchiveOrder,
    work: (waiting: WaitingDatabase) => Promise<T>,
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

  async function isDone(order: ArchiveOrder, work: (waiting: WaitingDatabase) => Promise<void>): Promise<boolean> {
    return (await attempt(order, async (waiting) => ({ done: await work(waiting) }))) !== undefined
  }

  async function hasSome(order: ArchiveOrder): Promise<boolean> {
    return (await attempt(order, (waiting) => waiting.hasSome())) === true
  }

  return {
    put: (order) => isDone(order, (waiting) => waiting.put(order.batch)),
    hasSome,
    async drain(order, archive, most) {
      const taken = await attempt(order, (waiting) => waiting.take(most))
      if (!taken || taken.batch.sightings.length + taken.batch.states.length === 0) return false
      await archive.write(taken.batch, order.now)
      // What is not forgotten is written again, which changes nothing.
      return (await isDone(order, taken.done)) && (await hasSome(order))
    },
    piece: (order, from) => attempt(order, (waiting) => waiting.piece(from)),
    forget: (order, places) => isDone(order, (waiting) => waiting.forget(places)),
    remove: async (order, sightings) => void (await isDone(order, (waiting) => waiting.remove(sightings))),
    size: () => size,
    news: file.news,
    close: file.close,
  }
}

/** What is told of what waits on disk. */
export function toldOf(overflow: ArchiveOverflow): Partial<ArchiveReply> {
  const onDisk = overflow.size()
  return { ...overflow.news(), ...(onDisk && { onDisk }) }
}
