// The archive as the main thread sees it: sightings in a SQLite file of DATA_DIR, written and read by a thread of its own.
import { setTimeout as pause } from 'node:timers/promises'
import type { ArchiveShelf } from '../search/archive/sighting.ts'
import { createArchiveKeeping } from './archive-keeping.ts'
import {
  type ArchiveLine,
  type ArchiveOptions,
  createArchiveLine,
  type StartArchiveThread,
  startArchiveThread,
} from './archive-line.ts'
import type { Seen } from './archive-messages.ts'
import { archiveLimits } from './archive-room.ts'
import { type ArchiveWaiting, createArchiveWaiting } from './archive-waiting.ts'

/** An archive that is open. */
export interface OpenArchive extends ArchiveShelf {
  /** Why nothing can be kept at the moment, a sentence each; empty when all is well. */
  troubles(): readonly string[]
  /** What somebody should know although all works again: a file set aside. */
  notices(): readonly string[]
  /** Writes what is waiting (bounded), then closes. */
  close(): Promise<void>
}

const usualPace = {
  /** After this what failed is tried again. */
  retryMs: 3_000,
  /** So long an opening may take until the start goes on without it. */
  openMs: 10_000,
  /** So long a reader waits. */
  readMs: 5_000,
  /** So long a writer waits. */
  writeMs: 30_000,
  /** So long the end may take. */
  closeMs: 4_000,
  /** So many sightings may wait in memory to be written. */
  mostWaiting: 50_000,
}

type Pace = typeof usualPace

/**
 * Opens the archive in `folder`; one that cannot be opened now is tried again behind the scenes. `pace` and `start` are what usually nobody changes.
 * @throws (rejects) Error with a sentence when the file is from a newer Trawl.
 */
export async function openArchive(
  options: ArchiveOptions,
  pace: Partial<Pace> = {},
  start: StartArchiveThread = startArchiveThread,
): Promise<OpenArchive> {
  const times = { ...usualPace, ...pace }
  const waiting = createArchiveWaiting(times.mostWaiting)
  const line = createArchiveLine({ options, start, failed: () => keeping.tryLater() })
  const keeping = createArchiveKeeping({
    ...{ line, waiting, retryMs: times.retryMs, writeMs: times.writeMs, mayWrite: options.mayWrite },
    atOnce: archiveLimits(options.maxBytes).atOnce,
    failed: (error) => options.log.error({ err: error }, 'the archive cannot be written by a fault of Trawl'),
  })
  const opened = await line.ask({ kind: 'open' }, times.openMs)
  if (opened?.fault?.kind === 'newer') {
    await keeping.finish()
    await line.end()
    throw new Error(opened.fault.words)
  }
  // What is left to be tended from before.
  keeping.want()
  if (!options.mayWrite()) keeping.tryLater()
  return shelfOf({ line, waiting, keeping, options, times })
}

interface ShelfParts {
  readonly line: ArchiveLine
  readonly waiting: ArchiveWaiting
  readonly keeping: ReturnType<typeof createArchiveKeeping>
  readonly options: ArchiveOptions
  readonly times: Pace
}

function shelfOf(parts: ShelfParts): OpenArchive {
  const { line, waiting, keeping, options, times } = parts
  let closed: Promise<void> | undefined
  const read = async (task: Parameters<ArchiveLine['ask']>[0]) =>
    closed === undefined ? await line.ask(task, times.readMs) : undefined
  return {
    find: async (wanted) => (await read({ kind: 'find', wanted }))?.found ?? [],
    health: async (most) => (await read({ kind: 'health', most }))?.health ?? new Map(),
    stretch: async (from) => (await read({ kind: 'stretch', from }))?.stretch,
    keep(sightings) {
      if (closed !== undefined) return
      waiting.put(sightings, options.now())
      keeping.want()
    },
    noteHealth(states) {
      if (closed !== undefined) return
      waiting.putStates(states)
      keeping.want()
    },
    remove: async (sightings) => closed === undefined && (await remove(parts, sightings)),
    forgetWaiting: waiting.forget,
    size: () => ({ shares: line.shares(), bytes: line.health.bytes() }),
    troubles: () => troublesOf(parts),
    notices: line.health.notices,
    close() {
      closed ??= close(parts)
      return closed
    },
  }
}

/** A few at a time, so that no search waits for long. */
async function remove({ line, waiting, options, times }: ShelfParts, sightings: readonly Seen[]): Promise<boolean> {
  const seen = sightings.map(({ key, source }) => ({ key, source }))
  const names = new Set(seen.map(nameOf))
  waiting.forget((one) => names.has(nameOf(one)))
  const { atOnce } = archiveLimits(options.maxBytes)
  for (let at = 0; at < seen.length; at += atOnce) {
    const reply = await line.ask({ kind: 'remove', sightings: seen.slice(at, at + atOnce) }, times.writeMs)
    if (!reply?.isDone) return false
  }
  return true
}

function nameOf({ key, source }: Seen): string {
  return `${source}\n${key}`
}

function troublesOf({ line, waiting, options }: ShelfParts): string[] {
  const words = line.health.words()
  const isTooMuch = waiting.dropped() > 0 && options.mayWrite()
  if (words === undefined && !isTooMuch) return []
  const count = waiting.count() > 0 ? `; ${waiting.count()} links wait in memory to be kept` : ''
  const dropped = waiting.dropped() > 0 ? `, ${waiting.dropped()} were let go` : ''
  return [`${words ?? 'links come faster than archive.db in DATA_DIR can be written'}${count}${dropped}`]
}

async function close({ line, keeping, times }: ShelfParts): Promise<void> {
  const hurry = new AbortController()
  const late = pause(times.closeMs, undefined, { signal: hurry.signal }).catch(() => undefined)
  const written = keeping.finish().then(() => line.ask({ kind: 'close' }, times.closeMs))
  await Promise.race([written, late])
  // A thread that hangs in the disk cannot be ended before the disk lets it go.
  await Promise.race([Promise.all([written, line.end()]), late])
  hurry.abort()
}
