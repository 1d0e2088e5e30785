// The archive's client in the main thread: sightings in archive.db or PostgreSQL, read and written by a thread of their own.
import type { QueuedSighting, SightingId } from './messages.ts'
import { archiveLimits } from './retention-sqlite.ts'
import {
  type ArchiveOptions,
  type ArchiveThread,
  createArchiveThread,
  type StartArchiveThread,
  startArchiveThread,
} from './thread-client.ts'
import type { ArchiveStorage, Sighting } from './types.ts'
import { createArchiveWriter } from './write-loop.ts'
import { type ArchiveWriteQueue, createArchiveWriteQueue } from './write-queue.ts'

/** An open archive. */
export interface ArchiveClient extends ArchiveStorage {
  /** Health problems, one sentence each; empty if there are none. */
  troubles(): readonly string[]
  /** Warnings that remain after recovery, such as a quarantined file. */
  notices(): readonly string[]
  /** Flushes the queue within a time limit, then closes. */
  close(): Promise<void>
}

const defaultTimings = {
  /** Delay of a retry after a failure. */
  retryMs: 3_000,
  /** The start waits this long for the archive to open. */
  openMs: 10_000,
  /** Time limit of a read. */
  readMs: 5_000,
  /** Time limit of a write. */
  writeMs: 30_000,
  /** Time limit of `close`. */
  closeMs: 4_000,
  /** Maximum number of sightings queued in memory. */
  maxQueued: 50_000,
}

type ArchiveTimings = typeof defaultTimings

/**
 * Opens the archive; if that fails, it is retried in the background. Tests set `pace` and `start`.
 * @throws (rejects) Error with a sentence when the file or database is from a newer version.
 */
export async function openArchive(
  options: ArchiveOptions,
  pace: Partial<ArchiveTimings> = {},
  start: StartArchiveThread = startArchiveThread,
): Promise<ArchiveClient> {
  const times = { ...defaultTimings, ...pace }
  const queue = createArchiveWriteQueue(times.maxQueued)
  const thread = createArchiveThread(options, start, () => writer.retryLater())
  // With PostgreSQL the lock of the folder does not matter.
  const mayWrite = options.database ? () => true : options.mayWrite
  const writer = createArchiveWriter({
    thread,
    queue,
    retryMs: times.retryMs,
    writeMs: times.writeMs,
    mayWrite,
    batchSize: batchSizeFor(options),
    failed: (error) => options.log.error({ err: error }, 'bug: the write loop of the archive failed'),
  })
  const opened = await thread.ask({ kind: 'open' }, times.openMs)
  if (opened?.fault?.kind === 'newer') {
    await thread.close(writer.flush(), times.closeMs)
    throw new Error(opened.fault.words)
  }
  // Finish maintenance that an earlier process left.
  writer.schedule()
  if (!mayWrite()) writer.retryLater()
  return createClient({ line: thread, waiting: queue, writer, options, times })
}

interface ArchiveClientDeps {
  readonly line: ArchiveThread
  readonly waiting: ArchiveWriteQueue
  readonly writer: ReturnType<typeof createArchiveWriter>
  readonly options: ArchiveOptions
  readonly times: ArchiveTimings
}

function createClient(parts: ArchiveClientDeps): ArchiveClient {
  const { line, waiting, writer, options, times } = parts
  let closed: Promise<void> | undefined
  let forgetting = Promise.resolve()
  const read = async (task: Parameters<ArchiveThread['ask']>[0]) =>
    closed === undefined ? await line.ask(task, times.readMs) : undefined
  return {
    find: async (wanted) => (await read({ kind: 'find', wanted }))?.found ?? [],
    health: async (most) => (await read({ kind: 'health', most }))?.health ?? new Map(),
    async stretch(from) {
      // Wait until unwanted entries are removed from the queue, so that the scan does not miss those written in between.
      await forgetting
      return (await read({ kind: 'stretch', from }))?.stretch
    },
    keep(sightings) {
      if (closed !== undefined) return
      waiting.put(sightings, options.epochMs())
      writer.schedule()
    },
    noteHealth(states) {
      if (closed !== undefined) return
      waiting.putStates(states)
      writer.schedule()
    },
    remove: async (sightings) => closed === undefined && (await remove(parts, sightings)),
    dropQueued(isUnwanted) {
      waiting.forget(isUnwanted)
      forgetting = forgetting.then(() => dropFromOverflow(parts, isUnwanted))
    },
    size: () => ({
      shares: line.shares(),
      bytes: line.health.bytes(),
      maxBytes: options.database?.maxBytes ?? options.maxBytes,
    }),
    troubles: () => describeProblems(parts),
    notices: line.health.notices,
    close() {
      closed ??= close(parts)
      return closed
    },
  }
}

/** Removes sightings in small batches, so that no search waits long. */
async function remove(
  { line, waiting, options, times }: ArchiveClientDeps,
  sightings: readonly SightingId[],
): Promise<boolean> {
  const seen = sightings.map(({ key, source }) => ({ key, source }))
  const names = new Set(seen.map(sightingKey))
  waiting.forget((one) => names.has(sightingKey(one)))
  const atOnce = batchSizeFor(options)
  for (let at = 0; at < seen.length; at += atOnce) {
    const reply = await line.ask({ kind: 'remove', sightings: seen.slice(at, at + atOnce) }, times.writeMs)
    if (!reply?.isDone) return false
  }
  return true
}

/** Removes unwanted sightings from the overflow queue, page by page. */
async function dropFromOverflow(
  { line, times }: ArchiveClientDeps,
  isUnwanted: (sighting: Sighting) => boolean,
): Promise<void> {
  for (let from: number | undefined = 0; from !== undefined && line.overflowSize() !== undefined; ) {
    const held: readonly QueuedSighting[] = (await line.ask({ kind: 'held', from }, times.writeMs))?.held ?? []
    const places = held.filter(isUnwanted).map(({ place }) => place)
    if (places.length > 0) await line.ask({ kind: 'forget', places }, times.writeMs)
    const last = held.at(-1)?.place
    from = last === undefined ? undefined : last + 1
  }
}

/** Sightings in one transaction; more where reads do not wait for writes. */
function batchSizeFor({ database, maxBytes }: ArchiveOptions): number {
  return database ? 200 : archiveLimits(maxBytes).atOnce
}

function sightingKey({ key, source }: SightingId): string {
  return `${source}\n${key}`
}

function describeProblems({ line, waiting, options }: ArchiveClientDeps): string[] {
  const words = line.health.faultMessage()
  const onDisk = line.overflowSize()
  const lost = waiting.dropped() + (onDisk?.dropped ?? 0)
  const isTooMuch = lost > 0 && (options.database !== undefined || options.mayWrite())
  if (words === undefined && !isTooMuch) return []
  const number = waiting.count() + (onDisk?.count ?? 0)
  const where = onDisk ? 'on disk' : 'in memory'
  const count = number > 0 ? `; ${formatCount(number)} links are queued ${where}` : ''
  const dropped = lost > 0 ? `, ${formatCount(lost)} were dropped` : ''
  const place = options.database ? 'PostgreSQL' : 'archive.db in DATA_DIR'
  return [`${words ?? `links arrive faster than ${place} can be written`}${count}${dropped}`]
}

function formatCount(number: number): string {
  return number.toLocaleString('en-GB')
}

function close({ line, writer, times }: ArchiveClientDeps): Promise<void> {
  const requests = writer.flush().then(() => line.ask({ kind: 'close' }, times.closeMs))
  return line.close(requests, times.closeMs)
}
