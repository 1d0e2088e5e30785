// The writers that are killed, each as a store of versions by key. A new one is a row of `writers`.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { createBanList } from '../../src/bans/ban-list.ts'
import { watchRequest } from '../../src/contract/watches.ts'
import { shareIdentity } from '../../src/search/ban-identity.ts'
import { gramsOfWords } from '../../src/store/archive/ngrams.ts'
import type { HistoryLimits } from '../../src/store/history/types.ts'
import { waitForRecords } from '../../src/store/records/records.ts'
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts'
import { openWatches } from '../../src/watches/watches.ts'
import { seeded } from '../../test/kit/clocks.ts'
import { databaseAt, openArchiveWithThread, openDisk } from '../../test/kit/open-databases.ts'

/** Where the data is: a folder of this process, and a PostgreSQL that has the data instead. */
export interface WriterPlace {
  readonly folder: string
  readonly database?: URL | undefined
  /** Default: more than a writer writes. */
  readonly maxBytes?: number
}

/** Keys are written by one at a time, with rising versions. */
export interface VersionStore {
  /** Resolves to whether the write was acknowledged. */
  write(key: string, version: number): Promise<boolean>
  /** The latest version; 0 without one, undefined while the store cannot be read. */
  read(key: string): Promise<number | undefined>
  /** Whether an older version is there as it was written; of stores that keep all versions. */
  has?(key: string, version: number): Promise<boolean>
  close(): Promise<void>
}

interface Writer {
  readonly keys: readonly string[]
  open(place: WriterPlace): Promise<VersionStore>
  /** What is wrong with its file, beside versions that are missing. */
  faults?(folder: string): Promise<string[]>
  readonly hasNoPostgres?: true
}

const hour = 3_600_000
const log = { warn: () => undefined, info: () => undefined, error: () => undefined }
/** A killed server is retried often, and most of a writer's life is spent writing. */
const timings = { retryMs: 100, gatherMs: 0 }

const defaultBytes = 256_000_000
const usual = { log, epochMs: Date.now }

async function openAt({ folder, database, maxBytes = defaultBytes }: WriterPlace, history?: HistoryLimits) {
  return await openDisk(databaseAt(database ?? folder, { answers: { maxBytes }, history }), { ...usual, timings })
}

/** A text that begins with its version and hardly compresses. */
function bodyOf(version: number): Uint8Array<ArrayBuffer> {
  const random = seeded(version)
  const length = random() < 0.9 ? random() * 3_000 : random() * 60_000
  let text = `{"version":${version},"rest":"`
  while (text.length < length) text += random().toString(36).slice(2)
  return new TextEncoder().encode(`${text}"}`)
}

/** Answers, and small records in the same file. */
async function openAnswers(place: WriterPlace): Promise<VersionStore> {
  const disk = await openAt(place)
  const isRecord = (key: string) => key.startsWith('record')
  return {
    async write(key, version) {
      const json = bodyOf(version)
      if (!isRecord(key)) return await disk.writeAnswer(key, { at: version, until: Date.now() + hour, json })
      // A record is written over the revision that was read last.
      await disk.readRecord(key).catch(() => undefined)
      return (await disk.writeRecord(key, json)) === 'written'
    },
    async read(key) {
      const json = isRecord(key)
        ? await disk.readRecord(key).catch(() => undefined)
        : new TextDecoder().decode((await disk.readAnswer(key))?.json)
      if (json) return JSON.parse(json).version
      return disk.troubles().length > 0 ? undefined : 0
    },
    close: disk.close,
  }
}

async function openWithRecords(place: WriterPlace) {
  const disk = await openAt(place)
  await waitForRecords(disk.records, log)
  return { disk, records: disk.records }
}

/** Bans are one record for all keys; a change replaces the ban of a key by one with its version. */
async function openBanList(place: WriterPlace): Promise<VersionStore> {
  const { disk, records } = await openWithRecords(place)
  const bans = createBanList({ records, spellings: shareIdentity, epochMs: Date.now })
  await bans.record.load()
  const banned = (key: string) => bans.all().filter(({ value }) => value.startsWith(`${key} `))
  return {
    async write(key, version) {
      const remove = banned(key).map(({ kind, value }) => bans.read(kind, value))
      const add = [{ ...bans.read('word', `${key} ${version}`), note: '' }]
      return (await bans.change({ add, remove })).state === 'done'
    },
    read: async (key) => Math.max(0, ...banned(key).map(({ value }) => Number(value.split(' ')[1]))),
    close: disk.close,
  }
}

/** A watch of each key has its version among its muted words, and what it found last; a finding is acknowledged when the queue is flushed. */
async function openWatchList(place: WriterPlace): Promise<VersionStore> {
  const { disk, records } = await openWithRecords(place)
  const caller = { owner: 'user one', seesFile: false }
  const watches = await openWatches({
    ...{ fileWatches: () => [], notifiers: () => [], listIds: new Set<string>(), records, log },
    ...{ recordHit: () => undefined, newToken: () => 'token', epochMs: Date.now },
  })
  return {
    async write(key, version) {
      const request = watchRequest.parse({ words: key, muted: [`version${version}`] })
      const watch = await watches.put(caller, key, request).catch(() => undefined)
      if (!watch) return false
      const title = `${key} ${version}`
      const hit = { key: title, in: 'lists', title, url: 'https://items.site.test/one', source: 'one' } as const
      await watches.add(watch, { hits: [hit], covered: ['one'] })
      return await watches.stateOf(watch).flush()
    },
    async read(key) {
      const watch = watches.visible(caller).find(({ name }) => name === key)
      if (!watch) return 0
      const events = await watches.eventsOf([watch]).catch(() => undefined)
      const declared = Number(watch.muted[0]?.replace('version', ''))
      return events && Math.min(declared, Number(events[0]?.title.split(' ')[1] ?? 0))
    },
    close: disk.close,
  }
}

/** The client of the history acknowledges nothing; a refresh that can be read is stored. */
async function openHistory(place: WriterPlace): Promise<VersionStore> {
  // Versions are times in 1970, which no limit in days may drop.
  const history = { maxDays: 100_000, maxBytes: defaultBytes }
  const disk = await openAt(place, history)
  const read = async (key: string) => {
    const found = await disk.history?.listAt(key, Number.MAX_SAFE_INTEGER)
    return found && (found.refresh?.at ?? 0)
  }
  return {
    async write(key, version) {
      const item = { id: 'one', title: 'One', url: 'https://items.site.test/one', hot: version }
      disk.history?.record(key, { at: version, items: [item] })
      return await isSeen(async () => ((await read(key)) ?? 0) >= version)
    },
    read,
    close: disk.close,
  }
}

/** The refresh of a version, a second after the one before. */
function refreshOf(version: number) {
  const random = seeded(version)
  const ids = new Set(Array.from({ length: 30 }, () => Math.floor(random() * 60)))
  const items = Array.from(ids, (id) => {
    const hot = Math.floor(random() * 1_000_000)
    return { id: `${id}`, title: `Title ${id}`, url: `https://items.site.test/${id}`, hot }
  })
  return { at: Date.UTC(2026, 10, 1) + version * 1_000, items }
}

/** The file of the history, whose days are compressed meanwhile; it has every version as it was written. */
async function openHistoryFile({ folder, maxBytes = 1_000_000_000 }: WriterPlace): Promise<VersionStore> {
  const database = await openSqlite(
    join(folder, 'trawl.db'),
    { history: { maxDays: 365, maxBytes } },
    { clock: () => 0 },
  )
  return {
    async write(key, version) {
      const refresh = refreshOf(version)
      await database.writeRefreshes([{ list: key, ...refresh }])
      if (version % 40 === 0) await database.tidyHistory(refresh.at)
      return true
    },
    async read(key) {
      const { at } = (await database.listAt(key, Number.MAX_SAFE_INTEGER)) ?? {}
      return at === undefined ? 0 : (at - refreshOf(0).at) / 1_000
    },
    async has(key, version) {
      const refresh = refreshOf(version)
      return isDeepStrictEqual(await database.listAt(key, refresh.at), refresh)
    },
    close: async () => database.close(),
  }
}

const archiveSources = ['tg:one', 'tg:two']

/** A link of 3,000 with twelve words. */
function someSighting(random: () => number) {
  const share = Math.floor(random() * 3_000)
  const title = Array.from({ length: 12 }, () => Math.floor(random() * 900).toString(36)).join(' ')
  return {
    ...({ key: `quark:${share}`, type: 'quark', url: `https://pan.quark.cn/s/${share}`, password: '' } as const),
    ...{ source: archiveSources[random() < 0.8 ? 0 : 1] ?? '', post: `${Math.floor(random() * 3)}`, heading: '' },
    ...{ title, at: undefined, searchText: `${title} all` },
  }
}

/** The archive acknowledges nothing; a link that is found is stored. Others change, are checked and removed meanwhile. */
async function openLinks({ folder, database, maxBytes = defaultBytes }: WriterPlace): Promise<VersionStore> {
  const archive = await openArchiveWithThread(database ?? folder, maxBytes, { ...usual, timings })
  const read = async (key: string) => {
    const query = { ways: [gramsOfWords([key])], types: undefined, sources: ['tg:one'], most: 10 }
    const found = await archive.find(query)
    if (!found || (found.length === 0 && archive.troubles().length > 0)) return undefined
    return Math.max(0, ...found.map(({ title }) => Number(title.split(' ')[1])))
  }
  return {
    async write(key, version) {
      const random = seeded(version)
      const some = () => someSighting(random)
      const title = `${key} ${version}`
      const share = { key: `quark:${key}`, type: 'quark', url: `https://pan.quark.cn/s/${key}`, password: '' } as const
      const sighting = { ...share, source: 'tg:one', post: key, title, heading: '', at: version, searchText: title }
      archive.keep([...Array.from({ length: 60 }, some), sighting])
      archive.noteHealth(new Map([[some().key, { state: random() < 0.5 ? 'bad' : 'ok', at: Date.now() }]]))
      await archive.remove([some(), some()])
      return await isSeen(async () => ((await read(key)) ?? 0) >= version)
    },
    read,
    close: archive.close,
  }
}

/** Whether the index has each sighting, and the counts are right. */
async function archiveFaults(folder: string): Promise<string[]> {
  const file = join(folder, 'trawl.db')
  const archive = await openSqlite(file, { archive: { maxBytes: 256_000_000 } }, { clock: () => 0 })
  const find = (ways: string[][]) => archive.find({ ways, types: undefined, sources: archiveSources, most: 100_000 })
  const nameOf = ({ key, source, title }: Awaited<ReturnType<typeof find>>[number]) => `${key} ${source} ${title}`
  const found = await find([['all']])
  const missing: string[] = []
  for (const [first = '', shown] of Map.groupBy(found, ({ title }) => title.split(' ')[0])) {
    const same = new Set((await find([[first, 'all']])).map(nameOf))
    missing.push(...shown.map(nameOf).filter((name) => !same.has(name)))
  }
  const shares = await archive.shares()
  archive.close()
  const db = new DatabaseSync(file)
  const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const isRight = {
    'the index and the sightings agree':
      missing.length === 0 && found.length === count("select count(*) from sightings where title not like 'key%'"),
    'the count of shares is right': shares === count('select count(*) from shares'),
    'each share has a sighting':
      count('select count(*) from shares where id not in (select share from sightings)') === 0,
  }
  db.close()
  return Object.entries(isRight).flatMap(([what, isSo]) => (isSo ? [] : [`not so: ${what}`]))
}

/** What is wrong with the files of a folder: a database that fails its check or was set aside. */
export function fileFaults(folder: string): string[] {
  const names = readdirSync(folder)
  const checks = names
    .filter((name) => name.endsWith('.db'))
    .flatMap((name) => {
      const db = new DatabaseSync(join(folder, name))
      const verdict = db.prepare('pragma integrity_check').get()?.integrity_check
      db.close()
      return verdict === 'ok' ? [] : [`the check of ${name} says ${verdict}`]
    })
  return [...checks, ...names.filter((name) => name.includes('corrupt'))]
}

const maxLooks = 2_000

/** Looks again until it is there; false when it never is. */
async function isSeen(look: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < maxLooks; looks += 1) {
    if (await look()) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

function keysOf(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${word}${at}x`)
}

export const writers = {
  answers: { keys: [...keysOf('answer', 150), ...keysOf('record', 5)], open: openAnswers },
  bans: { keys: keysOf('key', 12), open: openBanList },
  watches: { keys: keysOf('key', 12), open: openWatchList },
  history: { keys: keysOf('key', 12), open: openHistory },
  'history file': { keys: ['weibo'], open: openHistoryFile, hasNoPostgres: true },
  archive: { keys: keysOf('key', 12), open: openLinks, faults: archiveFaults },
} as const satisfies Readonly<Record<string, Writer>>

export type WriterName = keyof typeof writers

export function isWriterName(name: string): name is WriterName {
  return name in writers
}

export function writerOf(name: WriterName): Writer {
  return writers[name]
}
