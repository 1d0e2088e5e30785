// The archive as the main thread writes and reads it: in the background, through the queue.
import { withTimeout } from '../../async/timeout.ts'
import type { Database } from '../database.ts'
import { sightingsAtOnce } from '../limits.ts'
import { storableText } from '../sql/sql.ts'
import type { Kind } from '../write-queue.ts'
import type {
  HealthToWrite,
  LinkHealth,
  NewSighting,
  SeenSighting,
  SeenWork,
  ShareWork,
  Sighting,
  SightingId,
  SightingQuery,
} from './types.ts'

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

export type ArchiveStorage = ReturnType<typeof createArchiveStorage>

/** No method rejects: a storage that failed reports its fault and acts as if empty. */
export function createArchiveStorage(database: Database, maxBytes: number) {
  const { run, queue, epochMs, isClosed } = database
  // More where reads do not wait for writes.
  const maxCount = database.isShared ? 200 : sightingsAtOnce(maxBytes)
  const { sightings, states, works } = queueKinds(database, maxCount)

  /** Queues something, unless the database is closed. */
  function enqueue(put: (seenAt: number) => void): void {
    if (isClosed()) return
    put(epochMs())
    queue.schedule()
  }

  return {
    ...createReads(database, works),
    /** Stores sightings in the background. Replaces those of the same share and source with this title or post, unless that post is newer. */
    keep: (some: readonly NewSighting[]) =>
      enqueue((seenAt) => {
        for (const sighting of some) putSighting(sightings, sighting, seenAt)
      }),
    /** Records the health of stored shares in the background. */
    noteHealth: (some: ReadonlyMap<string, LinkHealth>) =>
      enqueue(() => {
        for (const [key, health] of some)
          if (key.length <= maxFieldLength) states.put(key, { key, ...health }, 2 * key.length)
      }),
    /** Records the works of stored shares in the background; of each share the latest few. */
    noteWorks: (some: readonly ShareWork[]) =>
      enqueue((seenAt) => {
        for (const { share, work: key } of some) {
          if (share.length > maxFieldLength || key.length > maxWorkKeyLength) continue
          const work = storableText(key)
          works.put(`${share}\n${work}`, { share, work, seenAt }, 4 * (share.length + work.length))
        }
      }),
    /** Removes the sightings of shares at sources, in small batches, so that no search waits long; resolves to whether that succeeded. */
    async remove(some: readonly SightingId[]): Promise<boolean> {
      const ids = some.map(({ key, source }) => ({ key, source }))
      const names = new Set(ids.map(nameOf))
      sightings.drop((one) => names.has(nameOf(one)))
      try {
        for (let at = 0; at < ids.length; at += maxCount) await run('removeSightings', [ids.slice(at, at + maxCount)])
      } catch {
        return false
      }
      queue.schedule()
      return !isClosed()
    },
    /** Drops unwanted sightings from the write queue; those being written are in the next `scan`. */
    dropQueued: (isUnwanted: (sighting: Sighting) => boolean) => sightings.drop(isUnwanted),
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

function createReads({ run, queue, times }: Database, works: Kind<SeenWork>) {
  /** The database reported why a read failed. */
  const nothing = () => undefined
  return {
    /** Newest first, among the 20,000 newest with the tokens; undefined if they cannot be read. */
    find: (wanted: SightingQuery) => run('find', [wanted], { maxWaitMs: maxSearchWaitMs }).catch(nothing),
    /** The newest of all. */
    newest: (most: number) => run('newest', [most]).catch(() => []),
    /** The posts of sources since a time in epoch milliseconds, counted in the 20,000 newest sightings; the most productive first. */
    yieldsSince: (since: number) => run('yieldsSince', [since]).catch(() => []),
    /** The most recent health entries, newest first. */
    health: (most: number) => run('health', [most]).catch(() => new Map<string, LinkHealth>()),
    /** The sightings from a position on; undefined if they cannot be read. */
    scan: (from: number) => run('scan', [from]).catch(nothing),
    /** The sightings of the shares of a work, the newest first; undefined if they cannot be read. */
    async findWork(key: string) {
      const work = storableText(key)
      // Clients have received the works that are queued.
      if (works.some((queued) => queued.work === work)) await withTimeout(queue.settle(), times.readMs)
      return await run('findWork', [work]).catch(nothing)
    },
  }
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
