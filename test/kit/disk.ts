// Stored data for tests: databases in real folders and in PostgreSQL, histories of lists, shared records and bans in memory.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import type { SharedRecords } from '../../src/async/shared-record.ts'
import { type BanList, createBanList } from '../../src/bans/ban-list.ts'
import { createBanParser } from '../../src/bans/parse-ban.ts'
import type { BanKind } from '../../src/contract/bans.ts'
import { shareIdentity } from '../../src/search/ban-identity.ts'
import type { DatabaseTimings } from '../../src/store/database.ts'
import type { HistoryLimits, ItemAtRank } from '../../src/store/history/types.ts'
import { openStore } from '../../src/store/open-store.ts'
import { openPostgres } from '../../src/store/postgres/open-postgres.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts'
import type { DatabaseOptions, Tables } from '../../src/store/tables.ts'
import { startWorker } from '../../src/store/thread/store-thread.ts'
import { databaseAt, openDisk } from './open-databases.ts'
import { sharedPostgres } from './postgres.ts'

export const noon = Date.UTC(2026, 10, 21, 12)
/** A short pause between retries, and time limits that a busy machine does not exceed, in milliseconds. */
const usual = { gatherMs: 0, retryMs: 30, openMs: 120_000, readMs: 120_000, writeMs: 120_000, closeMs: 120_000 }

interface Settings {
  readonly maxBytes?: number
  /** Keeps a history of lists within these limits. */
  readonly history?: HistoryLimits
  readonly timings?: Partial<DatabaseTimings>
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The databases for tests that run on both. */
export const databases = ['sqlite', 'postgres'] as const

/** Returns a function that creates empty places for a disk; all tests of a suite share one PostgreSQL. */
export function placesIn(engine: (typeof databases)[number]): () => Promise<string | URL> {
  return engine === 'sqlite' ? async () => newFolder() : sharedPostgres()
}

/** The context of a database, with its threads and log lines. */
export function makeContext(epochMs: () => number, timings: Partial<DatabaseTimings>) {
  const lines: string[] = []
  const workers: Worker[] = []
  const log = {
    warn: (line: string) => void lines.push(`warn: ${line}`),
    info: (line: string) => void lines.push(`info: ${line}`),
    error: (line: string) => void lines.push(`error: ${line}`),
  }
  const start = (databases: readonly DatabaseOptions[]) => {
    const worker = startWorker(databases)
    workers.push(worker)
    return worker
  }
  return { lines, workers, start, context: { log, epochMs, timings } }
}

/** Opens a disk over a folder or a PostgreSQL URL, with its clock, threads and log lines; closes it after the test. */
export async function open(place: string | URL, { maxBytes = 64_000_000, history, timings = {} }: Settings = {}) {
  const clock = { now: noon }
  const { lines, workers, start, context } = makeContext(() => clock.now, { ...usual, ...timings })
  const disk = await openDisk(databaseAt(place, { answers: { maxBytes }, history }), context, start)
  onTestFinished(() => disk.close())
  return { disk, lines, clock, workers }
}

export function bytes(text: string) {
  return new TextEncoder().encode(text)
}

export function answer(text: string, until = noon + 1_000_000) {
  return { at: noon, until, json: bytes(text) }
}

export function textOf(found: { json: Uint8Array } | undefined) {
  return found && Buffer.from(found.json).toString()
}

/** Bytes that do not compress. */
export function noise(length: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}

/** Timeouts of PostgreSQL that a busy machine does not exceed. */
export const patientTimeouts = { connectMs: 5_000, statementMs: 20_000, readMs: 20_000 }

export const roomy: HistoryLimits = { maxDays: 365, maxBytes: 1_000_000_000 }

/** Items by rank: 'a:5 b' has the items a, with a heat of 5, and b. */
export function ranked(words: string): ItemAtRank[] {
  return words.split(' ').flatMap((word) => {
    const [id = '', hot] = word.split(':')
    if (id === '') return []
    const item = { id, title: `Title ${id}`, url: `https://items.site.test/${id}` }
    return [hot === undefined ? item : { ...item, hot: Number(hot) }]
  })
}

/** The reverse of `ranked`. */
export function wordsOf(items: readonly ItemAtRank[] | undefined): string | undefined {
  return items?.map(({ id, hot }) => (hot === undefined ? id : `${id}:${hot}`)).join(' ')
}

/** Opens a history in a folder or a PostgreSQL database, and closes it after the test. */
export async function openHistory(
  place: string | URL,
  limits = roomy,
): Promise<Pick<Tables, 'listAt' | 'listsSince' | 'page' | 'writeRefreshes' | 'tidyHistory'>> {
  if (typeof place === 'string') {
    const database = await openSqlite(`${place}/trawl.db`, { history: limits }, { clock: () => 0 })
    onTestFinished(() => database.close())
    return database
  }
  const database = await openPostgres(place, { history: limits }, patientTimeouts)
  onTestFinished(database.close)
  return database
}

/** What a history asks its storage. */
export function historyReads(database: Awaited<ReturnType<typeof openHistory>>) {
  const listAt = async (id: string, time: number) => ({ refresh: await database.listAt(id, time) })
  return { listAt, page: database.page, listsSince: database.listsSince }
}

const mb = 1024 * 1024

/** The time of these replicas, which stands still. */
export function now(): number {
  return Date.UTC(2026, 10, 21, 12)
}

/** Opens the store of a replica, without a folder of its own, until the test ends. */
export async function openReplicaStore(url: URL) {
  const lines: string[] = []
  const say = (line: unknown) => void lines.push(String(line))
  const log = { info: say, warn: say, error: say }
  const bytes = { cacheBytes: mb, diskBytes: 16 * mb, databaseBytes: 64 * mb }
  const store = await openStore({ folder: undefined, ...bytes, databaseUrl: url, log, epochMs: now })
  onTestFinished(store.close)
  return { ...store, log, lines }
}

/** Records in memory, as a database shares them: a process that has not read what another one wrote does not write over it. */
export function makeSharedRecords() {
  const stored = new Map<string, Uint8Array>()
  const listeners = new Map<() => void, string>()
  const state = { isWritable: true, isAway: false }
  /** The records as one process sees them. */
  const connect = (): SharedRecords => {
    const known = new Map<string, Uint8Array | undefined>()
    return {
      async read(name, read) {
        if (state.isAway) throw new Error('the database is away')
        const bytes = stored.get(name)
        known.set(name, bytes)
        return bytes && read(bytes)
      },
      async write(name, bytes) {
        if (state.isAway || !state.isWritable) return 'unwritten'
        if (stored.get(name) !== known.get(name)) return 'changed'
        stored.set(name, bytes)
        known.set(name, bytes)
        return 'written'
      },
      onChangedElsewhere(name, listener, signal) {
        listeners.set(listener, name)
        signal?.addEventListener('abort', () => listeners.delete(listener))
      },
    }
  }
  const changedElsewhere = () => {
    for (const listener of listeners.keys()) listener()
  }
  /** The names of the records of which changes are listened for. */
  const followed = () => new Set(listeners.values())
  return { records: connect(), connect, stored, state, changedElsewhere, followed }
}

/** Creates a ban list with these bans. */
export function createTestBans(...bans: readonly (readonly [BanKind, string])[]): BanList {
  const read = createBanParser(shareIdentity.keyOf)
  const made = bans.map(([kind, value]) => ({ ...read(kind, value), note: '', since: 0 }))
  const epochMs = () => Date.UTC(2026, 10, 20)
  return createBanList({ records: noRecordStore, spellings: shareIdentity, epochMs }, made)
}

/** Adds a ban as an operator does over the API. */
export async function ban(bans: BanList, kind: BanKind, value: string): Promise<void> {
  await bans.change({ add: [{ ...bans.read(kind, value), note: '' }], remove: [] })
}

/** Lifts a ban as an operator does over the API. */
export async function lift(bans: BanList, kind: BanKind, value: string): Promise<void> {
  await bans.change({ add: [], remove: [bans.read(kind, value)] })
}
