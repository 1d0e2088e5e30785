// The archive as the main thread writes and reads it: in the background, through the queue.
import { withTimeout } from '../../async/timeout.ts'
import type { Database } from '../database.ts'
import { sightingsAtOnce } from '../limits.ts'
import { storableText } from '../sql/sql.ts'
import type { Kind } from '../write-queue.ts'
import type { ArchiveStorage, HealthToWrite, NewSighting, SeenSighting, SeenWork, SightingId } from './types.ts'

/** Maximum characters of a field other than titles. */
const maxFieldLength = 4_096
/** Maximum characters of a title; its first 400 are searchable. */
const maxTitleLength = 500
/** Maximum characters of the key of a work: that of a path segment, with which it is asked for. Real ones have up to 50. */
const maxWorkKeyLength = 100
/** A search that waited this long is not executed: its result would be too late, and its sources answer anyway. */
const maxSearchWaitMs = 1_000
/** Bytes of a sighting in memory besides its texts; an estimate. */
const sightingBytes = 400

export function createArchiveStorage(database: Database, maxBytes: number): ArchiveStorage {
  const { epochMs, isClosed } = database
  // More where reads do not wait for writes.
  const maxCount = database.isShared ? 200 : sightingsAtOnce(maxBytes)
  const { sightings, states, works } = queueKinds(database, maxCount)

  /** Queues something, unless the database is closed. */
  function enqueue(put: (seenAt: number) => void): void {
    if (isClosed()) return
    put(epochMs())
    database.queue.schedule()
  }

  return {
    ...createReads(database, works),
    keep: (some) =>
      enqueue((seenAt) => {
        for (const sighting of some) putSighting(sightings, sighting, seenAt)
      }),
    noteHealth: (some) =>
      enqueue(() => {
        for (const [key, health] of some)
          if (key.length <= maxFieldLength) states.put(key, { key, ...health }, 2 * key.length)
      }),
    noteWorks: (some) =>
      enqueue((seenAt) => {
        for (const { share, work: key } of some) {
          if (share.length > maxFieldLength || key.length > maxWorkKeyLength) continue
          const work = storableText(key)
          works.put(`${share}\n${work}`, { share, work, seenAt }, 4 * (share.length + work.length))
        }
      }),
    async remove(some) {
      const ids = some.map(({ key, source }) => ({ key, source }))
      const names = new Set(ids.map(nameOf))
      sightings.drop((one) => names.has(nameOf(one)))
      return await removeSightings(database, ids, maxCount)
    },
    dropQueued: (isUnwanted) => sightings.drop(isUnwanted),
    size: () => ({ shares: database.shares(), bytes: database.bytes(), maxBytes }),
  }
}

function queueKinds({ run, queue, epochMs }: Database, maxCount: number) {
  const sightings = queue.addKind<SeenSighting>({
    noun: 'links',
    maxCount,
    merge: mergeSightings,
    write: (some) => run('writeSightings', [some, epochMs()]),
  })
  // States and works need their share, so they follow all sightings.
  const isReady = () => sightings.size() === 0
  const writeHealth = (some: readonly HealthToWrite[]) => run('writeHealth', [some, epochMs()])
  const states = queue.addKind<HealthToWrite>({ maxCount, isReady, write: writeHealth })
  const works = queue.addKind<SeenWork>({ maxCount, isReady, write: (some) => run('writeWorks', [some]) })
  return { sightings, states, works }
}

function createReads(
  { run, queue, times, isClosed }: Database,
  works: Kind<SeenWork>,
): Pick<ArchiveStorage, 'find' | 'newest' | 'yieldsSince' | 'health' | 'scan' | 'findWork'> {
  /** Reads; the database reported why it failed. */
  async function read<T>(reading: () => Promise<T>): Promise<T | undefined> {
    return isClosed() ? undefined : await reading().catch(() => undefined)
  }
  return {
    find: async (wanted) => await read(() => run('find', [wanted], { maxWaitMs: maxSearchWaitMs })),
    newest: async (most) => (await read(() => run('newest', [most]))) ?? [],
    yieldsSince: async (since) => (await read(() => run('yieldsSince', [since]))) ?? [],
    health: async (most) => (await read(() => run('health', [most]))) ?? new Map(),
    scan: async (from) => await read(() => run('scan', [from])),
    async findWork(key) {
      const work = storableText(key)
      // Clients have received the works that are queued.
      if (works.some((queued) => queued.work === work)) await withTimeout(queue.settle(), times.readMs)
      return await read(() => run('findWork', [work]))
    },
  }
}

/** Removes sightings in small batches, so that no search waits long; resolves to whether that succeeded. */
async function removeSightings(
  { run, queue, isClosed }: Database,
  ids: readonly SightingId[],
  atOnce: number,
): Promise<boolean> {
  if (isClosed()) return false
  try {
    for (let at = 0; at < ids.length; at += atOnce) await run('removeSightings', [ids.slice(at, at + atOnce)])
  } catch {
    return false
  }
  queue.schedule()
  return true
}

/** Queues a sighting. A long title is truncated; one with an overlong key, URL, code or post is ignored as invalid. */
function putSighting(sightings: Kind<SeenSighting>, sighting: NewSighting, seenAt: number): void {
  const { key, url, post, password, source, searchText } = sighting
  if ([key, url, post, password].some((text) => text.length > maxFieldLength)) return
  const [title, heading] = [truncateTitle(sighting.title), truncateTitle(sighting.heading)]
  const length = 2 * key.length + url.length + post.length + title.length + heading.length + searchText.length
  // Keys and sources contain no line breaks.
  const name = `${source}\n${key}\n${title}`
  sightings.put(name, { ...sighting, title, heading, seenAt }, sightingBytes + 2 * length)
}

function nameOf({ key, source }: SightingId): string {
  return `${source}\n${key}`
}

/** Truncates a title and removes lone surrogates and NUL, which databases change or reject: the title would always look new. */
function truncateTitle(title: string): string {
  return storableText(title.slice(0, maxTitleLength))
}

/** Merges two posts in which a source shows a share under the same title: the later one wins, but an omitted access code is kept. */
function mergeSightings(before: SeenSighting, entry: SeenSighting): SeenSighting {
  const isOlder = before.at !== undefined && entry.at !== undefined && entry.at < before.at
  const [newer, older] = isOlder ? [before, entry] : [entry, before]
  return { ...newer, password: newer.password || older.password, seenAt: entry.seenAt }
}
