// The archive's client in the main thread: sightings in archive.db or PostgreSQL, read and written by a thread of their own.
import { withTimeout } from '../../async/timeout.ts'
import { storableText } from '../sql/sql.ts'
import type { WriteLoop } from '../thread/write-loop.ts'
import type { QueuedSighting, SightingId } from './messages.ts'
import {
  type ArchiveOptions,
  type ArchiveThread,
  type ArchiveTimings,
  createArchiveThread,
  defaultTimings,
  type StartArchiveThread,
  startArchiveThread,
} from './thread-client.ts'
import type { ArchiveStorage, Sighting } from './types.ts'
import { type ArchiveParts, batchSizeFor, createArchiveWriter, mayWriteArchive } from './write-loop.ts'
import { createArchiveWriteQueue } from './write-queue.ts'

export interface ArchiveClient extends ArchiveStorage {
  /** Health problems, one sentence each; empty if there are none. */
  troubles(): readonly string[]
  /** Warnings that remain after recovery, such as a quarantined file. */
  notices(): readonly string[]
  /** Flushes the queue within a time limit, then closes. */
  close(): Promise<void>
}

/**
 * Opens the archive; if that fails, it is retried in the background. Tests set `timings` and `start`.
 * @throws (rejects) Error with a sentence when the file or database is from a newer version.
 */
export async function openArchive(
  options: ArchiveOptions,
  timings: Partial<ArchiveTimings> = {},
  start: StartArchiveThread = startArchiveThread,
): Promise<ArchiveClient> {
  const times = { ...defaultTimings, ...timings }
  const queue = createArchiveWriteQueue(times.maxQueued)
  const thread = createArchiveThread(options, start, () => writer.retryLater())
  const parts = { thread, queue, options, times }
  const writer = createArchiveWriter(parts)
  const opened = await thread.ask({ kind: 'open' }, times.openMs)
  if (opened?.fault?.kind === 'newer') {
    await thread.close(writer.flush(), times.closeMs)
    throw new Error(opened.fault.words)
  }
  // Finish maintenance that an earlier process left.
  writer.schedule()
  if (!mayWriteArchive(options)) writer.retryLater()
  return createClient(parts, writer)
}

function createClient(parts: ArchiveParts, writer: WriteLoop): ArchiveClient {
  const { thread, queue, options, times } = parts
  let closed: Promise<void> | undefined
  let dropping = Promise.resolve()
  const read = async (task: Parameters<ArchiveThread['ask']>[0]) =>
    closed === undefined ? await thread.ask(task, times.readMs) : undefined
  const writeWork = async (key: string) => {
    if (queue.hasWork(key)) await withTimeout(writer.settle(), times.readMs)
  }
  return {
    ...createReads(read, writeWork),
    async scan(from) {
      // Wait until unwanted entries are removed from the queue, so that the scan does not miss those written in between.
      await dropping
      return (await read({ kind: 'scan', from }))?.scanned
    },
    keep(sightings) {
      if (closed !== undefined) return
      queue.put(sightings, options.epochMs())
      writer.schedule()
    },
    noteHealth(states) {
      if (closed !== undefined) return
      queue.putStates(states)
      writer.schedule()
    },
    noteWorks(works) {
      if (closed !== undefined) return
      queue.putWorks(works, options.epochMs())
      writer.schedule()
    },
    remove: async (sightings) => closed === undefined && (await remove(parts, sightings)),
    dropQueued(isUnwanted) {
      queue.drop(isUnwanted)
      dropping = dropping.then(() => dropFromOverflow(parts, isUnwanted))
    },
    size: () => ({
      shares: thread.shares(),
      bytes: thread.health.bytes(),
      maxBytes: options.database?.maxBytes ?? options.maxBytes,
    }),
    troubles: () => describeProblems(parts),
    notices: thread.health.notices,
    close() {
      closed ??= thread.close(
        writer.flush().then(() => thread.ask({ kind: 'close' }, times.closeMs)),
        times.closeMs,
      )
      return closed
    },
  }
}

function createReads(
  read: (task: Parameters<ArchiveThread['ask']>[0]) => ReturnType<ArchiveThread['ask']>,
  writeWork: (key: string) => Promise<void>,
): Pick<ArchiveStorage, 'find' | 'newest' | 'health' | 'findWork' | 'yieldsSince'> {
  return {
    find: async (wanted) => (await read({ kind: 'find', wanted }))?.found,
    newest: async (most) => (await read({ kind: 'newest', most }))?.found ?? [],
    yieldsSince: async (since) => (await read({ kind: 'yields', since }))?.yields ?? [],
    async findWork(key) {
      const work = storableText(key)
      // Clients have received the works that are queued.
      await writeWork(work)
      return (await read({ kind: 'work', key: work }))?.ofWork
    },
    health: async (most) => (await read({ kind: 'health', most }))?.health ?? new Map(),
  }
}

/** Removes sightings in small batches, so that no search waits long. */
async function remove(
  { thread, queue, options, times }: ArchiveParts,
  sightings: readonly SightingId[],
): Promise<boolean> {
  const seen = sightings.map(({ key, source }) => ({ key, source }))
  const names = new Set(seen.map(sightingKey))
  queue.drop((one) => names.has(sightingKey(one)))
  const atOnce = batchSizeFor(options)
  for (let at = 0; at < seen.length; at += atOnce) {
    const reply = await thread.ask({ kind: 'remove', sightings: seen.slice(at, at + atOnce) }, times.writeMs)
    if (!reply?.isDone) return false
  }
  return true
}

/** Removes unwanted sightings from the overflow queue, page by page. */
async function dropFromOverflow(
  { thread, times }: ArchiveParts,
  isUnwanted: (sighting: Sighting) => boolean,
): Promise<void> {
  for (let from: number | undefined = 0; from !== undefined && thread.overflowSize() !== undefined; ) {
    const queued: readonly QueuedSighting[] =
      (await thread.ask({ kind: 'overflow', from }, times.writeMs))?.queued ?? []
    const places = queued.filter(isUnwanted).map(({ place }) => place)
    if (places.length > 0) await thread.ask({ kind: 'removeQueued', places }, times.writeMs)
    const last = queued.at(-1)?.place
    from = last === undefined ? undefined : last + 1
  }
}

function sightingKey({ key, source }: SightingId): string {
  return `${source}\n${key}`
}

function describeProblems({ thread, queue, options }: ArchiveParts): string[] {
  const words = thread.health.faultMessage()
  const onDisk = thread.overflowSize()
  const lost = queue.dropped() + (onDisk?.dropped ?? 0)
  const isTooMuch = lost > 0 && mayWriteArchive(options)
  if (words === undefined && !isTooMuch) return []
  const number = queue.count() + (onDisk?.count ?? 0)
  const where = onDisk ? 'on disk' : 'in memory'
  const count = number > 0 ? `; ${formatCount(number)} links are queued ${where}` : ''
  const dropped = lost > 0 ? `, ${formatCount(lost)} were dropped` : ''
  const place = options.database ? 'PostgreSQL' : 'archive.db in DATA_DIR'
  return [`${words ?? `links arrive faster than ${place} can be written`}${count}${dropped}`]
}

function formatCount(number: number): string {
  return number.toLocaleString('en-GB')
}
