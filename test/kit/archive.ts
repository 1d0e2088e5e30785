// Archives of links for tests: in real folders, in PostgreSQL and in memory.
import { onTestFinished } from 'vitest'
import type { ArchiveStorage } from '../../src/store/archive/archive-storage.ts'
import { ngrams } from '../../src/store/archive/ngrams.ts'
import type {
  LinkHealth,
  NewSighting,
  ScanPage,
  SeenWork,
  ShareWork,
  Sighting,
  SightingQuery,
  SightingToWrite,
  SourceYield,
  StoredSighting,
} from '../../src/store/archive/types.ts'
import { openPostgres } from '../../src/store/postgres/open-postgres.ts'
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts'
import type { Tables } from '../../src/store/tables.ts'
import { makeContext, noon, patientTimeouts } from './disk.ts'
import { openArchiveWithThread } from './open-databases.ts'

/** Location of an archive: a folder, or the URL of a PostgreSQL database. */
export type ArchivePlace = string | URL

/** A sighting of the share `name`; it is found by its title. */
export function sighting(name: string, title: string, other: Partial<NewSighting> = {}): NewSighting {
  return {
    ...{ key: `quark:${name}`, type: 'quark', url: `https://pan.quark.cn/s/${name}`, password: '' },
    ...{ source: 'tg:one', post: '1', title, heading: '', at: noon, searchText: title },
    ...other,
  }
}

/** The same sighting in the form in which it is written; its tokens are the words of its title. */
export function toWrite(name: string, title: string, other: Partial<NewSighting> = {}, seenAt = noon) {
  const { searchText: text, ...rest } = sighting(name, title, other)
  return { ...rest, text, seenAt } satisfies SightingToWrite
}

/** A query for these words over the usual sources. */
export function archiveQuery(words: string, other: Partial<SightingQuery> = {}): SightingQuery {
  return { ways: [words.split(' ')], types: undefined, sources: ['tg:one', 'tg:two'], most: 100, ...other }
}

/** Names of the shares in the order of the results. */
export function namesOf(found: readonly Pick<StoredSighting, 'key'>[] = []): string {
  return found.map(({ key }) => key.slice(key.indexOf(':') + 1)).join(' ')
}

/** All sightings of an open archive. */
export async function allSightings(file: Pick<Tables, 'scan'>): Promise<StoredSighting[]> {
  const all: StoredSighting[] = []
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { sightings, next }: ScanPage = await file.scan(from)
    all.push(...sightings)
    from = next
  }
  return all
}

/** What is written to an archive in one step of a test. */
export interface ArchiveBatch {
  readonly sightings?: readonly SightingToWrite[]
  readonly states?: readonly (readonly [string, LinkHealth])[]
  readonly works?: readonly SeenWork[]
}

type OpenedArchive = Awaited<ReturnType<typeof openSqlite | typeof openPostgres>>

/** Writes sightings, states and works of an open archive, one after the other. */
export function batchWriter({
  store,
  writeHealth,
  writeWorks,
}: Pick<OpenedArchive, 'store' | 'writeHealth' | 'writeWorks'>) {
  return async ({ sightings = [], states = [], works = [] }: ArchiveBatch, now = noon): Promise<void> => {
    await store(sightings, now)
    const found = states.map(([key, health]) => ({ key, ...health }))
    if (found.length > 0) await writeHealth(found, now)
    if (works.length > 0) await writeWorks(works)
  }
}

/** Opens the archive without its thread and closes it after the test. */
export async function openArchiveFile(place: ArchivePlace, maxBytes = 64_000_000, clock = () => 0) {
  const { database, end } = await (typeof place === 'string'
    ? openInFolder(place, maxBytes, clock)
    : openInPostgres(place, maxBytes))
  let isOpen = true
  const close = async () => {
    if (isOpen) await end()
    isOpen = false
  }
  onTestFinished(close)
  const { maintain } = database
  return {
    ...database,
    write: batchWriter(database),
    remove: database.removeSightings,
    /** One step; whether there is more to do. */
    maintain: async (isIdle = true) => (await maintain(isIdle)).hasMore,
    close,
  }
}

async function openInFolder(folder: string, maxBytes: number, clock: () => number) {
  const database = await openSqlite(`${folder}/trawl.db`, { archive: { maxBytes } }, { clock })
  return { database, end: async () => database.close() }
}

async function openInPostgres(url: URL, maxBytes: number) {
  const database = await openPostgres(url, { archive: { maxBytes } }, patientTimeouts)
  return { database, end: database.close }
}

/** Time limits, in milliseconds, that a busy machine does not exceed. */
const patient = { openMs: 120_000, readMs: 120_000, writeMs: 120_000, closeMs: 120_000 }

interface Settings {
  readonly maxBytes?: number
  readonly maxQueuedBytes?: number
  readonly epochMs?: () => number
  /** Time limits in place of the patient ones, for tests in which the database freezes. */
  readonly timings?: Partial<typeof patient>
}

/** Opens an archive with its thread and its log lines; closes it after the test. */
export async function openTestArchive(place: ArchivePlace, settings: Settings = {}) {
  const { maxBytes = 64_000_000, maxQueuedBytes, epochMs = () => noon, timings } = settings
  const { lines, workers, start, context } = makeContext(epochMs, { ...patient, ...timings, retryMs: 30 })
  const shelf = await openArchiveWithThread(place, maxBytes, { ...context, maxQueuedBytes }, start)
  onTestFinished(() => shelf.close())
  return { shelf, lines, workers }
}

type Row = NewSighting & Pick<StoredSighting, 'place' | 'firstSeenAt' | 'lastSeenAt'>

/** Creates an empty shelf; `epochMs` is in epoch milliseconds. */
export function createMemoryArchive(epochMs: () => number = () => 0): ArchiveStorage {
  let rows: Row[] = []
  let last = 0
  const states = new Map<string, LinkHealth>()
  const works: ShareWork[] = []
  const stored = (row: Row) => toStored(row, states.get(row.key))
  return {
    async find({ ways, types, sources, most, below = Number.POSITIVE_INFINITY, except = [] }) {
      const isExpected = ({ place, searchText, type, source, post }: Row) =>
        place < below &&
        ways.some((way) => way.every((token) => ngrams(searchText).includes(token))) &&
        (!types || types.includes(type)) &&
        sources.includes(source) &&
        !except.includes(`${source} ${post}`)
      return rows.filter(isExpected).toReversed().slice(0, most).map(stored)
    },
    keep(sightings) {
      for (const sighting of sightings) {
        const { title, post } = sighting
        const before = rows.filter(isSame(sighting))
        const others = before.filter((row) => row.title !== title && row.post !== post).slice(-2)
        rows = rows.filter((row) => !before.includes(row) || others.includes(row))
        const password = sighting.password || (before.at(-1)?.password ?? '')
        const firstSeenAt = before[0]?.firstSeenAt ?? epochMs()
        rows.push({ ...sighting, password, place: ++last, firstSeenAt, lastSeenAt: epochMs() })
      }
    },
    noteHealth(found) {
      for (const [key, health] of found) states.set(key, health)
    },
    newest: async (most) => rows.toReversed().slice(0, most).map(stored),
    noteWorks: (some) => void works.push(...some),
    findWork: async (key) => rows.filter(isUnder(key, works)).toReversed().map(stored),
    yieldsSince: async (since) => yieldsOf(rows, works, since),
    health: async () => states,
    scan: async (from) => ({ sightings: rows.slice(from, from + 2).map(stored), next: nextOf(from, rows.length) }),
    async remove(gone) {
      rows = rows.filter((row) => !gone.some(isSame(row)))
      return true
    },
    // The memory shelf has no queue.
    dropQueued: () => undefined,
    size: () => ({ shares: new Set(rows.map(({ key }) => key)).size, bytes: 0, maxBytes: 0 }),
  }
}

function isSame(one: Pick<Sighting, 'key' | 'source'>) {
  return (other: Pick<Sighting, 'key' | 'source'>) => one.key === other.key && one.source === other.source
}

function toStored({ searchText: _searchText, ...row }: Row, health: LinkHealth | undefined): StoredSighting {
  return health ? { ...row, health } : row
}

/** Whether a row is of a share that stands under this work. */
function isUnder(key: string, works: readonly ShareWork[]) {
  return (row: Row) => works.some(({ share, work }) => share === row.key && work === key)
}

function yieldsOf(rows: readonly Row[], works: readonly ShareWork[], since: number): SourceYield[] {
  const recent = rows.filter(({ at, firstSeenAt }) => (at ?? firstSeenAt) >= since)
  return [...Map.groupBy(recent, ({ source }) => source)].map(([source, own]) => {
    const keys = works.filter(({ share }) => own.some(({ key }) => key === share)).map(({ work }) => work)
    return { source, links: own.length, groups: [...new Set(keys.map((key) => key.slice(0, key.indexOf(':'))))] }
  })
}

function nextOf(from: number, count: number): number | undefined {
  return from + 2 < count ? from + 2 : undefined
}
