// Migration to a real PostgreSQL and back: complete, also after kills and lost connections, and into existing data.
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inventTitles } from '../bench/fake-titles.ts'
import { foldText } from '../src/parsing/fold-text.ts'
import { gramsOfWords, ngrams } from '../src/search/archive/ngrams.ts'
import type { SightingToWrite } from '../src/store/archive/messages.ts'
import { openPostgresArchive } from '../src/store/archive/postgres-database.ts'
import { openArchiveDatabase } from '../src/store/archive/sqlite-database.ts'
import type { LinkHealth } from '../src/store/archive/types.ts'
import { createFolderLock } from '../src/store/files/folder-lock.ts'
import { connectPostgres } from '../src/store/sql/postgres.ts'
import { createWritePermit } from '../src/store/thread/commit-permit.ts'
import { openPostgresDatabase } from '../src/store/trawl-db/postgres-database.ts'
import { type Database, openDatabase } from '../src/store/trawl-db/sqlite-database.ts'
import { newFolder } from './kit/disk.ts'
import { startPostgres } from './kit/postgres.ts'
import { askPostgres } from './kit/postgres-schemas.ts'
import { run } from './kit/process.ts'

const titles = inventTitles(8)
const now = Date.now()
const dayMs = 24 * 60 * 60 * 1000
const room = 512 * 1024 * 1024
const sources = Array.from({ length: 40 }, (_, at) => `tg:channel${at}`)

function sighting(at: number, over: Partial<SightingToWrite> = {}): SightingToWrite {
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
    text: ngrams(foldText(heading === '' ? title : `${title}\n${heading}`)).join(' '),
    ...over,
  }
}

type Records = Readonly<Record<string, string>>

const records: Records = {
  'allow-list.json': '["10.0.0.0/8","192.168.1.7"]',
  'bans.json': '[{"kind":"word","value":"gone","note":"","since":5}]',
  'login-secret.txt': 'a'.repeat(43),
  'logged-out.json': '{"upTo":7,"ids":[["one",99]]}',
  'statistics.json': statistics('zhihu', 5),
  'track-record.json': '{"tg:a":{"links":3}}',
}

function statistics(source: string, asks: number): string {
  const tally = { asks, good: asks, tookMs: 10, timed: asks, lastGoodAt: now - 1000, kinds: {}, recent: [true] }
  return JSON.stringify({ tallies: [[source, tally]], failures: [] })
}

async function putRecords(database: Database, given: Records): Promise<void> {
  const written = Object.entries(given).map(([name, text]) => {
    return { name, bytes: new TextEncoder().encode(text), revision: 1, isOnlyIfAbsent: false }
  })
  expect(await database.writeRecords(written, createWritePermit())).toEqual([])
}

function answer(key: string, at = now - 1000, text = key) {
  return { key, at, until: now + dayMs, json: new TextEncoder().encode(JSON.stringify(text)) }
}

/** A DATA_DIR with this many links and all other data. */
async function box(links: number, given = records): Promise<string> {
  const folder = newFolder()
  const archive = openArchiveDatabase(join(folder, 'archive.db'), { maxBytes: room, clock: () => 0 }, false)
  const dead = Array.from({ length: 50 }, (_, at) => [`quark:dead${at}`, { state: 'bad', at: now - at }] as const)
  await archive.write({ sightings: [], states: dead }, now)
  for (let from = 0; from < links; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, links - from) }, (_, at) => sighting(from + at))
    const states = some.flatMap(({ key }, at): [string, LinkHealth][] =>
      at % 5 === 0 ? [[key, { state: at % 2 === 0 ? 'ok' : 'locked', at: now - 500 }]] : [],
    )
    await archive.write({ sightings: some, states }, now)
  }
  archive.close()
  const database = openDatabase(join(folder, 'trawl.db'), room, false)
  await putRecords(database, given)
  await database.writeAnswers([answer('zhihu hot'), answer('weibo hot'), answer('plugin:one 三体')], now)
  database.close()
  return folder
}

const forth = ['--from', 'sqlite', '--to', 'postgres']
const back = ['--from', 'postgres', '--to', 'sqlite']

function start(folder: string, url: URL | undefined, args = forth) {
  return run('src/cli/migrate.ts', args, { DATA_DIR: folder, ...(url && { DATABASE_URL: url.href }) })
}

async function migrate(folder: string, url: URL | undefined, args = forth) {
  const program = start(folder, url, args)
  return { status: await program.ended, said: program.output() }
}

async function inPostgres<T>(url: URL, work: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const opened = await open(url)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

async function open(url: URL) {
  const [writing, reading] = [await connect(url), await connect(url)]
  const archive = await openPostgresArchive({ writing, reading }, room)
  const database = await openPostgresDatabase({ writing, reading }, room)
  return { archive, database, close: async () => void (await Promise.all([writing.close(), reading.close()])) }
}

async function connect(url: URL) {
  return await connectPostgres(url, { connectMs: 5_000, statementMs: 20_000 })
}

async function recordsIn(url: URL): Promise<Record<string, string>> {
  const rows = await askPostgres(url, `select name, convert_from(body, 'UTF8') as body from records order by name`)
  return Object.fromEntries(rows.map(({ name, body }) => [String(name), String(body)]))
}

async function countIn(url: URL, table = 'sightings'): Promise<number> {
  const [found] = await askPostgres(url, `select to_regclass('${table}') is not null as has`)
  if (found?.has !== true) return 0
  const [row] = await askPostgres(url, `select count(*) as count from ${table}`)
  return Number(row?.count)
}

/** All rows of all tables. */
async function dump(url: URL): Promise<unknown> {
  const tables = ['sources', 'shares', 'sightings', 'dead', 'counts', 'answers', 'records']
  const rows = await Promise.all(tables.map((table) => askPostgres(url, `select * from ${table} order by 1`)))
  return rows
}

/** Search words: one, two, or one that occurs nowhere. */
function queries(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const words = [titles.wordsOf(at * 31).slice(0, 1 + (at % 2)), [titles.wordAt(at * 7)]][at % 5 === 0 ? 1 : 0] ?? []
    return { ways: [gramsOfWords(words)], types: undefined, sources: sources.slice(at % 3), most: 500 }
  })
}

interface Findable {
  find(wanted: ReturnType<typeof queries>[number]): Promise<readonly { readonly place: number }[]>
}

/** The results of 200 queries, without their positions. */
async function findings(archive: Findable): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const query of queries(200)) found.push((await archive.find(query)).map(({ place: _, ...shown }) => shown))
  return found
}

async function findingsInFile(folder: string): Promise<readonly unknown[]> {
  const archive = openArchiveDatabase(join(folder, 'archive.db'), { maxBytes: room, clock: () => 0 }, false)
  const found = await findings(archive)
  archive.close()
  return found
}

describe('a box that moves', { timeout: 60_000 }, () => {
  it('has everything in PostgreSQL, found as before, and moved again it stays as it is', async () => {
    const [folder, { url }] = [await box(6_000), await startPostgres()]
    const { status, said } = await migrate(folder, url)
    expect(said).toContain('All data of DATA_DIR is in PostgreSQL')
    expect(said).toMatch(/links\s+6,000\s+6,000\s+ok/)
    expect(said).toMatch(/dead shares\s+50\s+50\s+ok/)
    expect(said).toMatch(/hot lists\s+2\s+2\s+ok/)
    expect(status).toBe(0)
    const inFile = await findingsInFile(folder)
    expect(inFile.flat().length).toBeGreaterThan(1_000)
    expect(await inPostgres(url, ({ archive }) => findings(archive))).toEqual(inFile)
    expect(await recordsIn(url)).toEqual({ ...records, 'joined-once.json': '["statistics.json"]' })
    const before = await dump(url)
    expect(await migrate(folder, url)).toMatchObject({ status: 0 })
    expect(await dump(url)).toEqual(before)
  })

  it('goes on where it was after each of three kills, with nothing twice and nothing lost', async () => {
    const [folder, { url }] = [await box(20_000), await startPostgres()]
    for (let kill = 1; kill <= 3; kill += 1) {
      const before = await countIn(url)
      const program = start(folder, url)
      await expect.poll(() => countIn(url), { timeout: 20_000, interval: 20 }).toBeGreaterThan(before)
      program.signal('SIGKILL')
      await program.ended
      expect(program.output()).not.toContain('found')
    }
    expect(await countIn(url)).toBeLessThan(20_000)
    expect(await migrate(folder, url)).toMatchObject({ status: 0 })
    expect(await countIn(url)).toBe(20_000)
    expect(await countIn(url, 'shares')).toBe(18_000)
    expect(await inPostgres(url, ({ archive }) => findings(archive))).toEqual(await findingsInFile(folder))
  })

  it('says what happened when PostgreSQL is killed on the way or somebody presses Ctrl+C, and can be moved again', async () => {
    const [folder, postgres] = [await box(12_000), await startPostgres()]
    const program = start(folder, postgres.url)
    await expect.poll(() => countIn(postgres.url), { timeout: 20_000, interval: 20 }).toBeGreaterThan(0)
    await postgres.kill()
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(
      /Migration failed: PostgreSQL cannot be reached.*after [\d,]+ of 12,058 rows; run the same command/,
    )
    await postgres.restart()
    const another = start(folder, postgres.url)
    await another.says(/migrating/)
    another.signal('SIGINT')
    expect(await another.ended).toBe(130)
    expect(another.output()).toMatch(/Interrupted before the migration was finished/)
    expect(await migrate(folder, postgres.url)).toMatchObject({ status: 0 })
    expect(await countIn(postgres.url)).toBe(12_000)
  })
})

describe('where PostgreSQL has something already', { timeout: 60_000 }, () => {
  it('leaves what is newer there, and adds what it lacks', async () => {
    const [folder, { url }] = [await box(2_000), await startPostgres()]
    const ours = sighting(20, { post: 'new', at: now, seenAt: now, password: 'fresh', title: titles.titleAt(20) })
    const older = sighting(41, { at: now - 90 * dayMs, seenAt: now - 90 * dayMs, url: 'https://pan.quark.cn/s/old' })
    const more = sighting(90_001)
    await inPostgres(url, async ({ archive, database }) => {
      await archive.write({ sightings: [ours, older, more], states: [[ours.key, { state: 'bad', at: now }]] }, now)
      await database.writeAnswers([answer('zhihu hot', now, 'newer'), answer('weibo hot', now - dayMs, 'older')], now)
    })
    expect(await migrate(folder, url)).toMatchObject({ status: 0 })
    expect(await countIn(url)).toBe(2_001)
    await inPostgres(url, async ({ archive, database }) => {
      const of = async ({ key, text, source }: SightingToWrite) => {
        const found = await archive.find({ ways: [text.split(' ')], types: undefined, sources: [source], most: 500 })
        return found.find((one) => one.key === key)
      }
      expect(await of(ours)).toMatchObject({ post: 'new', password: 'fresh', at: now, health: { state: 'bad' } })
      expect((await of(ours))?.firstSeenAt).toBe(sighting(20).seenAt)
      expect(await of(sighting(41))).toMatchObject({ url: sighting(41).url, at: sighting(41).at })
      expect(await of(more)).toMatchObject({ post: more.post })
      const { answers } = await database.readAnswers(['zhihu hot', 'weibo hot'], now)
      expect(answers.map((one) => one && new TextDecoder().decode(one.json))).toEqual(['"newer"', '"weibo hot"'])
    })
  })

  it('joins lists and logouts, keeps its secret and says so, and counts statistics once', async () => {
    const [folder, { url }] = [await box(10), await startPostgres()]
    const theirs = {
      'allow-list.json': '["172.16.0.0/12","10.0.0.0/8"]',
      'bans.json': '[{"kind":"host","value":"bad.example","note":"x","since":1}]',
      'login-secret.txt': 'b'.repeat(43),
      'logged-out.json': '{"upTo":3,"ids":[["two",98]]}',
      'statistics.json': statistics('zhihu', 4),
      'track-record.json': '{"tg:a":{"links":9},"tg:b":{"links":1}}',
    }
    await inPostgres(url, ({ database }) => putRecords(database, theirs))
    const first = await migrate(folder, url)
    expect(first.said).toContain('The login secret of the target was kept')
    expect(await migrate(folder, url)).toMatchObject({ status: 0 })
    const joined = await recordsIn(url)
    expect(JSON.parse(joined['allow-list.json'] ?? '')).toEqual(['172.16.0.0/12', '10.0.0.0/8', '192.168.1.7'])
    expect(JSON.parse(joined['bans.json'] ?? '')).toMatchObject([
      { value: 'bad.example', note: 'x' },
      { value: 'gone' },
    ])
    expect(joined['login-secret.txt']).toBe('b'.repeat(43))
    expect(JSON.parse(joined['logged-out.json'] ?? '')).toEqual({
      upTo: 7,
      ids: [
        ['two', 98],
        ['one', 99],
      ],
    })
    expect(JSON.parse(joined['statistics.json'] ?? '').tallies).toMatchObject([['zhihu', { asks: 9, good: 9 }]])
    expect(JSON.parse(joined['track-record.json'] ?? '')).toEqual({ 'tg:a': { links: 9 }, 'tg:b': { links: 1 } })
  })

  it('takes lists that are only files, and says which list cannot be read', async () => {
    const [folder, { url }] = [await box(10, {}), await startPostgres()]
    writeFileSync(join(folder, 'allow-list.json'), '["10.0.0.0/8"]')
    expect(await migrate(folder, url)).toMatchObject({ status: 0 })
    expect(await recordsIn(url)).toEqual({ 'allow-list.json': '["10.0.0.0/8"]' })
    writeFileSync(join(folder, 'allow-list.json'), '{')
    const { status, said } = await migrate(folder, url)
    expect(status).toBe(1)
    expect(said).toContain('allow-list.json cannot be merged with the one in the target')
  })
})

describe('from PostgreSQL back into an empty folder', { timeout: 60_000 }, () => {
  it('is found as before, goes on when it is done again, and is not joined to a folder in use', async () => {
    const [folder, { url }] = [await box(3_000), await startPostgres()]
    await migrate(folder, url)
    const empty = newFolder()
    rmSync(empty, { recursive: true })
    expect(await migrate(empty, url, back)).toMatchObject({ status: 0 })
    expect(await migrate(empty, url, back)).toMatchObject({ status: 0 })
    expect(await findingsInFile(empty)).toEqual(await findingsInFile(folder))
    const { status, said } = await migrate(folder, url, back)
    expect(status).toBe(2)
    expect(said).toContain('set it to an empty folder')
  })
})

describe('what is missing', { timeout: 60_000 }, () => {
  it('is told in a sentence, with status 2 for what is set wrong', async () => {
    const [folder, url] = [await box(10), new URL('postgres://a:b@127.0.0.1:1/x')]
    const wrong: readonly [string, ...Parameters<typeof migrate>][] = [
      ['DATABASE_URL is not set', folder, undefined],
      ['neither archive.db nor trawl.db', newFolder(), url],
      ['DATA_DIR is empty', '', url],
      ['--from and --to are both sqlite', folder, url, ['--from', 'sqlite', '--to', 'sqlite']],
      ['--to must be sqlite or postgres, not "mysql"', folder, url, ['--from', 'sqlite', '--to', 'mysql']],
      ['--from must be sqlite or postgres', folder, url, []],
      ["Unknown option '--fast'", folder, url, ['--fast']],
    ]
    for (const [what, ...given] of wrong) {
      const { status, said } = await migrate(...given)
      expect(said).toContain(what)
      expect(status, what).toBe(2)
    }
    expect(await migrate(folder, url)).toMatchObject({
      status: 1,
      said: expect.stringContaining('PostgreSQL cannot be reached'),
    })
    expect(await migrate(folder, undefined, ['--help'])).toMatchObject({ status: 0 })
  })

  it('is a folder of one’s own: nothing moves while a Trawl uses it, but it can be counted', async () => {
    const [folder, { url }] = [await box(10), await startPostgres()]
    const lock = createFolderLock(folder)
    lock.acquire(now)
    const { status, said } = await migrate(folder, url)
    expect(status).toBe(1)
    expect(said).toContain('another Trawl process uses this DATA_DIR')
    const dry = await migrate(folder, url, [...forth, '--dry-run'])
    lock.release()
    expect(dry.said).toMatch(/links\s+10\s+0/)
    expect(dry.status).toBe(0)
    expect(await askPostgres(url, `select to_regclass('sightings') as name`)).toEqual([{ name: null }])
  })
})

it('makes a folder and files that are for their owner only', async () => {
  const folder = join(newFolder(), 'new')
  const env = { DATA_DIR: folder, DATABASE_URL: 'postgres://trawl@127.0.0.1:1/trawl' }
  const moving = run('src/cli/migrate.ts', ['--from', 'postgres', '--to', 'sqlite'], env)
  expect(await moving.ended).toBe(1)
  expect([folder, join(folder, 'trawl.lock')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
})
