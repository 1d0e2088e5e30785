// Stored data of a service for tests: links, records and answers in a DATA_DIR, and the searches that find the links.
import { join } from 'node:path'
import { expect } from 'vitest'
import { inventTitles } from '../../bench/fake-titles.ts'
import { foldWords } from '../../src/contract/fold-text.ts'
import { gramsOfWords, ngrams } from '../../src/store/archive/ngrams.ts'
import type { LinkHealth, SightingToWrite } from '../../src/store/archive/types.ts'
import { openPostgres } from '../../src/store/postgres/open-postgres.ts'
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts'
import type { Tables } from '../../src/store/tables.ts'
import { batchWriter } from './archive.ts'
import { newFolder, patientTimeouts } from './disk.ts'

const titles = inventTitles(8)
export const now = Date.now()
const dayMs = 24 * 60 * 60 * 1000
const maxBytes = 512 * 1024 * 1024
const sources = Array.from({ length: 40 }, (_, at) => `tg:channel${at}`)

/** The sighting with a number. */
export function makeSighting(at: number, over: Partial<SightingToWrite> = {}): SightingToWrite {
  const title = over.title ?? titles.titleAt(at)
  const heading = over.heading ?? (at % 7 === 0 ? `合集 ${at % 50}` : '')
  const key = `quark:share${Math.floor(at * 0.9)}`
  return {
    ...{
      key,
      type: 'quark',
      url: `https://pan.quark.cn/s/${key.slice(6)}`,
      password: at % 3 === 0 ? `c${at % 100}` : '',
    },
    ...{ source: sources[at % 40] ?? '', post: `${at}`, title, heading },
    ...{ at: at % 11 === 0 ? undefined : now - dayMs - (100_000 - at) * 1000, seenAt: now - dayMs + at },
    text: ngrams(foldWords(heading === '' ? title : `${title}\n${heading}`)).join(' '),
    ...over,
  }
}

type Records = Readonly<Record<string, string>>

export const storedRecords: Records = {
  'allow-list.json': '["10.0.0.0/8","192.168.1.7"]',
  'bans.json': '[{"kind":"word","value":"gone","note":"","since":5}]',
  'login-secret.txt': 'a'.repeat(43),
  'login-stamps.json': '[["one","stamp"]]',
  'statistics.json': statistics('zhihu', 5),
  'stories.json': '{"at":7,"stories":[]}',
  'track-record.json': '{"tg:a":{"links":3}}',
}

function statistics(source: string, asks: number): string {
  const tally = { asks, good: asks, tookMs: 10, timed: asks, lastGoodAt: now - 1000, kinds: {}, recent: [true] }
  return JSON.stringify({ tallies: [[source, tally]], failures: [] })
}

async function putRecords(database: Pick<Tables, 'writeRecord'>, given: Records): Promise<void> {
  for (const [name, text] of Object.entries(given))
    expect(await database.writeRecord({ name, bytes: new TextEncoder().encode(text), revision: 1 })).toBe(true)
}

function answer(key: string, at = now - 1000, text = key) {
  return { key, at, until: now + dayMs, json: new TextEncoder().encode(JSON.stringify(text)) }
}

function open(folder: string) {
  const limits = { answers: { maxBytes }, archive: { maxBytes } }
  return openSqlite(join(folder, 'trawl.db'), limits, { clock: () => 0 })
}

/** A DATA_DIR with this many links and all other data. */
export async function makeStoredData(links: number, given = storedRecords): Promise<string> {
  const folder = newFolder()
  const database = await open(folder)
  const write = batchWriter(database)
  for (let from = 0; from < links; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, links - from) }, (_, at) => makeSighting(from + at))
    const states = some.flatMap(({ key }, at): [string, LinkHealth][] =>
      at % 5 === 0 ? [[key, { state: at % 2 === 0 ? 'ok' : 'locked', at: now - 500 }]] : [],
    )
    const works = some.map(({ key }, at) => ({ share: key, work: `film:${at % 100}:`, seenAt: now }))
    await write({ sightings: some, states, works }, now)
  }
  await putRecords(database, given)
  await database.writeAnswers([answer('zhihu hot'), answer('weibo hot'), answer('plugin:one 三体')], now)
  database.close()
  return folder
}

/** Search words: one, two, or one that occurs nowhere. */
function queries(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const words = [titles.wordsOf(at * 31).slice(0, 1 + (at % 2)), [titles.wordAt(at * 7)]][at % 5 === 0 ? 1 : 0] ?? []
    return { ways: [gramsOfWords(words)], types: undefined, sources: sources.slice(at % 3), most: 500 }
  })
}

interface Findable {
  find(expected: ReturnType<typeof queries>[number]): Promise<readonly { readonly place: number }[]>
}

/** The results of 200 queries, without their positions. */
async function findings(archive: Findable): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const query of queries(200)) found.push((await archive.find(query)).map(({ place: _, ...shown }) => shown))
  return found
}

/** The results of the same queries over the archive in a folder. */
export async function findingsInFolder(folder: string): Promise<readonly unknown[]> {
  const archive = await open(folder)
  const found = await findings(archive)
  archive.close()
  return found
}

/** The results of the same queries over the archive in PostgreSQL. */
export async function findingsInPostgres(url: URL): Promise<readonly unknown[]> {
  const archive = await openPostgres(url, { archive: { maxBytes } }, patientTimeouts)
  try {
    return await findings(archive)
  } finally {
    await archive.close()
  }
}
