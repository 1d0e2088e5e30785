// What writes to the databases, each as a store of versions by key. A new writer is one row of `openings`.
import { createBanList } from '../../src/bans/ban-list.ts'
import { watchRequest } from '../../src/contract/watches.ts'
import { shareIdentity } from '../../src/search/ban-identity.ts'
import { openArchive } from '../../src/store/archive/client.ts'
import { gramsOfWords } from '../../src/store/archive/ngrams.ts'
import { createFileStorage } from '../../src/store/files/file-storage.ts'
import { createRecordStore } from '../../src/store/records/record-store.ts'
import { openTrawlDb } from '../../src/store/trawl-db/client.ts'
import { openWatches } from '../../src/watches/watches.ts'

/** Where the data is: a folder of this process, and a PostgreSQL that has the data instead. */
export interface WriterPlace {
  readonly folder: string
  readonly database?: URL | undefined
}

/** Keys are written by one at a time, with rising versions. */
export interface VersionStore {
  /** Resolves to whether the version was told as stored. */
  write(key: string, version: number): Promise<boolean>
  /** The latest version; 0 without one, undefined while the store cannot be read. */
  read(key: string): Promise<number | undefined>
  close(): Promise<void>
}

const maxBytes = 256_000_000
const hour = 3_600_000
const quiet = { warn: () => undefined, info: () => undefined, error: () => undefined }
/** A killed server is looked for often. */
const pace = { retryMs: 100 }
const usual = { maxBytes, log: quiet, epochMs: Date.now }

function locationOf({ folder, database }: WriterPlace) {
  return database ? { database } : { folder }
}

async function openAnswers(place: WriterPlace): Promise<VersionStore> {
  const disk = await openTrawlDb({ ...locationOf(place), ...usual }, pace)
  return {
    write: (key, version) => {
      const json = new TextEncoder().encode(JSON.stringify({ version, rest: 'x'.repeat(version % 3_000) }))
      return disk.writeAnswer(key, { at: version, until: Date.now() + hour, json })
    },
    async read(key) {
      const { json } = (await disk.readAnswer(key)) ?? {}
      if (json !== undefined) return JSON.parse(new TextDecoder().decode(json)).version
      return disk.troubles().length > 0 ? undefined : 0
    },
    close: disk.close,
  }
}

async function openRecords(place: WriterPlace, name: string, initial: string) {
  const disk = await openTrawlDb({ ...locationOf(place), ...usual }, pace)
  const files = createFileStorage(place.folder, quiet)
  return { disk, records: createRecordStore({ disk, files, doubled: new Map([[name, initial]]), log: quiet }) }
}

/** Bans are one record for all keys, and a file beside it; a change replaces the ban of a key by one with its version. */
async function openBanList(place: WriterPlace): Promise<VersionStore> {
  const { disk, records } = await openRecords(place, 'bans.json', '[]\n')
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

/** A watch of each key has its version among its muted words, and what it found last; what it found is told when nothing is left to write. */
async function openWatchList(place: WriterPlace): Promise<VersionStore> {
  const { disk, records } = await openRecords(place, 'watches.json', '{}\n')
  const caller = { owner: 'user one', seesFile: false }
  const watches = await openWatches({
    ...{ fileWatches: () => [], notifiers: () => [], listIds: new Set<string>(), records, log: quiet },
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

/** The history tells nothing; a refresh that can be read is stored. */
async function openHistory(place: WriterPlace): Promise<VersionStore> {
  const disk = await openTrawlDb({ ...locationOf(place), ...usual, history: { maxDays: 365, maxBytes } }, pace)
  const items = [{ id: 'one', title: 'One', url: 'https://items.site.test/one' }]
  const read = async (key: string) => {
    const found = await disk.history?.listAt(key, Number.MAX_SAFE_INTEGER)
    return found && (found.refresh?.at ?? 0)
  }
  return {
    async write(key, version) {
      disk.history?.record(key, { at: version, items: items.map((item) => ({ ...item, hot: version })) })
      return await isSeen(async () => ((await read(key)) ?? 0) >= version)
    },
    read,
    close: disk.close,
  }
}

/** The archive tells nothing; a link that is found is stored. */
async function openLinks({ folder, database }: WriterPlace): Promise<VersionStore> {
  const options = database ? { folder, database: { url: database, maxBytes } } : { folder }
  const archive = await openArchive({ ...options, ...usual, mayWrite: () => true }, { ...pace, gatherMs: 0 })
  const source = 'tg:one'
  const read = async (key: string) => {
    const found = await archive.find({ ways: [gramsOfWords([key])], types: undefined, sources: [source], most: 10 })
    if (!found || (found.length === 0 && archive.troubles().length > 0)) return undefined
    return Math.max(0, ...found.map(({ title }) => Number(title.split(' ')[1])))
  }
  return {
    async write(key, version) {
      const share = { key: `quark:${key}`, type: 'quark', url: `https://pan.quark.cn/s/${key}`, password: '' } as const
      const title = `${key} ${version}`
      archive.keep([{ ...share, source, post: key, title, heading: '', at: version, searchText: title }])
      return await isSeen(async () => ((await read(key)) ?? 0) >= version)
    },
    read,
    close: archive.close,
  }
}

const mostLooks = 2_000

/** Looks again until it is there; false when it never is. */
async function isSeen(look: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    if (await look()) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

export const openings = {
  answers: openAnswers,
  bans: openBanList,
  watches: openWatchList,
  history: openHistory,
  archive: openLinks,
} as const satisfies Readonly<Record<string, (place: WriterPlace) => Promise<VersionStore>>>

export type WriterName = keyof typeof openings
