// Sightings and archives in real folders, for tests.
import { onTestFinished } from 'vitest'
import { openArchive } from '../../src/store/archive/client.ts'
import type { SightingToWrite } from '../../src/store/archive/messages.ts'
import { openPostgresArchive } from '../../src/store/archive/postgres-database.ts'
import type { ArchiveReads } from '../../src/store/archive/read-operations.ts'
import { type ArchiveDatabase, openArchiveDatabase } from '../../src/store/archive/sqlite-database.ts'
import { startArchiveThread } from '../../src/store/archive/thread-client.ts'
import type { NewSighting, ScanPage, SightingQuery, StoredSighting } from '../../src/store/archive/types.ts'
import { connectPostgres } from '../../src/store/sql/postgres.ts'
import { type databases, newFolder, noon } from './disk.ts'
import { sharedPostgres } from './postgres-schemas.ts'

/** Location of an archive: a folder, or the URL of a PostgreSQL database. */
export type ArchivePlace = string | URL

/** Returns a function that creates empty places of this kind for a test suite. */
export function placesIn(engine: (typeof databases)[number]): () => Promise<ArchivePlace> {
  return engine === 'sqlite' ? async () => newFolder() : sharedPostgres()
}

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
export function wanted(words: string, other: Partial<SightingQuery> = {}): SightingQuery {
  return { ways: [words.split(' ')], types: undefined, sources: ['tg:one', 'tg:two'], most: 100, ...other }
}

/** Names of the shares in the order of the results. */
export function namesOf(found: readonly Pick<StoredSighting, 'key'>[] = []): string {
  return found.map(({ key }) => key.slice(key.indexOf(':') + 1)).join(' ')
}

/** All sightings of an open archive. */
export async function allOf(file: Pick<ArchiveReads, 'scan'>): Promise<StoredSighting[]> {
  const all: StoredSighting[] = []
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { sightings, next }: ScanPage = await file.scan(from)
    all.push(...sightings)
    from = next
  }
  return all
}

/** An open archive without its thread. */
interface OpenFile extends ArchiveDatabase {
  close(): Promise<void>
}

/** Opens the archive and closes it after the test. */
export async function openFile(place: ArchivePlace, maxBytes = 64_000_000, clock = () => 0): Promise<OpenFile> {
  const { database, end } = await (typeof place === 'string'
    ? openInFolder(place, maxBytes, clock)
    : openInPostgres(place, maxBytes))
  let isOpen = true
  const close = async () => {
    if (isOpen) await end()
    isOpen = false
  }
  onTestFinished(close)
  return { ...database, close }
}

async function openInFolder(folder: string, maxBytes: number, clock: () => number) {
  const database = openArchiveDatabase(`${folder}/archive.db`, { maxBytes, clock }, false)
  return { database, end: async () => database.close() }
}

async function openInPostgres(url: URL, maxBytes: number) {
  const pace = { connectMs: 5_000, statementMs: 20_000 }
  const lines = { writing: await connectPostgres(url, pace), reading: await connectPostgres(url, pace) }
  const end = async () => void (await Promise.all([lines.writing.close(), lines.reading.close()]))
  return { database: await openPostgresArchive(lines, maxBytes), end }
}

/** Time limits, in milliseconds, that a busy machine does not exceed. */
const patient = { openMs: 120_000, readMs: 120_000, writeMs: 120_000, closeMs: 120_000 }

interface Settings {
  readonly maxBytes?: number
  readonly mostWaiting?: number
  readonly epochMs?: () => number
  readonly mayWrite?: () => boolean
  /** Folder of the queue for failed writes to PostgreSQL; the default is memory. */
  readonly waitsIn?: string
  /** Time limits in place of the patient ones, for tests in which the database freezes. */
  readonly pace?: Partial<typeof patient>
}

/** Opens an archive with its thread and its log lines; closes it after the test. */
export async function openShelf(place: ArchivePlace, settings: Settings = {}) {
  const {
    maxBytes = 64_000_000,
    mostWaiting: maxQueued = 50_000,
    epochMs = () => noon,
    mayWrite = () => true,
    waitsIn,
    pace,
  } = settings
  const lines: string[] = []
  const log = {
    warn: (line: string) => void lines.push(`warn: ${line}`),
    info: (line: string) => void lines.push(`info: ${line}`),
    error: (line: string) => void lines.push(`error: ${line}`),
  }
  const at =
    typeof place === 'string' ? { folder: place } : { folder: waitsIn, database: { url: place, maxBytes: 64_000_000 } }
  const options = { ...at, maxBytes, mayWrite, log, epochMs }
  const workers: ReturnType<typeof startArchiveThread>[] = []
  const shelf = await openArchive(options, { ...patient, ...pace, retryMs: 30, maxQueued }, (given) => {
    const worker = startArchiveThread(given)
    workers.push(worker)
    return worker
  })
  onTestFinished(() => shelf.close())
  return { shelf, lines, workers }
}
