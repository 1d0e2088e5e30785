// Merging of two small archives by a migration: complete and idempotent.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { seeded } from '../../../test/kit/seeded.ts'
import { maxDeadShares } from '../archive/dead-shares.ts'
import type { SightingToWrite } from '../archive/messages.ts'
import { openArchiveDatabase } from '../archive/sqlite-database.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { migrateArchive } from './archive.ts'
import { verifyArchive } from './verify.ts'

/** An archive after many writes. */
async function lived(random: () => number, writes: number) {
  const file = join(newFolder(), 'archive.db')
  const archive = openArchiveDatabase(file, { maxBytes: 1e9, clock: () => 0 }, false)
  for (let write = 0; write < writes; write += 1) {
    const sightings = Array.from({ length: 1 + below(random, 3) }, () => some(random))
    const state = (['ok', 'bad', 'locked'] as const)[below(random, 3)] ?? 'ok'
    await archive.write({ sightings, states: [[keyOf(random), { state, at: noon - below(random, 9) }]] }, noon)
  }
  archive.close()
  return opened(file)
}

function opened(file: string) {
  const db = new DatabaseSync(file)
  onTestFinished(() => db.close())
  const rows = (text: string) => db.prepare(text).all().map(Object.values)
  return { sql: createSqliteSql(db), rows }
}

function below(random: () => number, most: number): number {
  return Math.floor(random() * most)
}

function keyOf(random: () => number): string {
  return `quark:${below(random, 6)}`
}

/** Few titles, posts and dates, so that all of them collide. */
function some(random: () => number): SightingToWrite {
  const [key, title] = [keyOf(random), `t${below(random, 6)}`]
  return {
    key,
    type: 'quark',
    url: `https://pan.quark.cn/s/${below(random, 3)}`,
    title,
    text: tokensOf(title, ''),
    source: `tg:${below(random, 2)}`,
    post: `${below(random, 6)}`,
    heading: random() < 0.2 ? 'list' : '',
    password: random() < 0.5 ? '' : `c${below(random, 3)}`,
    seenAt: noon - below(random, 9) * 3_600_000,
    at: random() < 0.3 ? undefined : noon - below(random, 5) * 3_600_000,
  }
}

function tokensOf(title: string, heading: string): string {
  return heading === '' ? `all ${title}` : `all ${title} ${heading}`
}

type Opened = ReturnType<typeof opened>

function moveOf(from: Opened, to: Opened) {
  return { from: from.sql, to: to.sql, tokensOf, now: noon, clock: () => 0, onDone: () => undefined }
}

function dump({ rows }: Opened): unknown {
  return ['sources', 'shares', 'sightings', 'dead', 'counts'].map((table) => rows(`select * from ${table} order by 1`))
}

function faultsOf({ rows }: Opened): string[] {
  const pairs = 'sightings a join sightings b on a.share = b.share and a.source = b.source and a.id < b.id'
  const found = rows(`select rowid from grams where grams match 'all' order by rowid`).join()
  const held: readonly [string, boolean][] = [
    ['more than three titles', rows('select 1 from sightings group by share, source having count(*) > 3').length === 0],
    ['a title twice', rows(`select 1 from ${pairs} where a.title = b.title`).length === 0],
    ['a post twice', rows(`select 1 from ${pairs} where a.post = b.post`).length === 0],
    ['the index and the rows differ', found === rows('select id from sightings order by id').join()],
    ['a share is remembered as dead too', rows('select 1 from dead join shares using (key)').length === 0],
  ]
  return held.filter(([, isRight]) => !isRight).map(([what]) => what)
}

const seed = Math.floor(Math.random() * 2 ** 31)

it(`joins archives of any kind, and is done when it is done (seed ${seed})`, { timeout: 60_000 }, async () => {
  const random = seeded(seed)
  for (let round = 0; round < 25; round += 1) {
    const [from, to] = [await lived(random, 25), await lived(random, below(random, 25))]
    const batch = { first: 1 + below(random, 20), least: 1, most: 1 + below(random, 20) }
    await migrateArchive({ ...moveOf(from, to), batch })
    const checked = await verifyArchive(moveOf(from, to))
    for (const kind of ['sources', 'shares', 'sightings', 'dead'] as const)
      expect(checked[kind].found, `round ${round}: ${kind}`).toBe(checked[kind].of)
    expect(faultsOf(to), `round ${round}`).toEqual([])
    const once = dump(to)
    await migrateArchive(moveOf(from, to))
    expect(dump(to), `round ${round}`).toEqual(once)
  }
})

it('says how many lack, and what was left out because newer titles are there', async () => {
  const [from, to] = [await lived(seeded(1), 0), await lived(seeded(2), 0)]
  const put = async (archive: Opened, titles: readonly string[], at: number) => {
    const file = archive.rows('pragma database_list')[0]?.[2]
    const writing = openArchiveDatabase(String(file), { maxBytes: 1e9, clock: () => 0 }, false)
    const base = { ...some(seeded(3)), key: 'quark:x', source: 'tg:0', at, seenAt: at, heading: '', password: '' }
    const sightings = titles.map((title) => ({ ...base, title, post: title, text: tokensOf(title, '') }))
    await writing.write({ sightings, states: [] }, noon)
    writing.close()
  }
  await put(from, ['a', 'b'], noon - 9)
  expect(await verifyArchive(moveOf(from, to))).toMatchObject({
    sources: { of: 1, found: 0 },
    shares: { of: 1, found: 0 },
    sightings: { of: 2, found: 0 },
    late: 0,
  })
  await put(to, ['c', 'd', 'e'], noon)
  await migrateArchive(moveOf(from, to))
  expect(await verifyArchive(moveOf(from, to))).toMatchObject({ sightings: { of: 2, found: 2 }, late: 2 })
  expect(to.rows('select title from sightings order by title').join()).toBe('c,d,e')
})

it('remembers as many dead shares as there is room for, and forgets none that was there', async () => {
  const [from, to] = [await lived(seeded(1), 0), await lived(seeded(2), 0)]
  const numbers = (most: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})`
  await from.sql.script(`${numbers(30)} insert into dead select i, 'old' || i, i from n;`)
  await to.sql.script(`${numbers(maxDeadShares - 10)} insert into dead select i, 'new' || i, 1000 + i from n;`)
  await migrateArchive(moveOf(from, to))
  expect(to.rows(`select count(*) from dead where key like 'new%'`)).toEqual([[maxDeadShares - 10]])
  expect(to.rows(`select min(checked), max(checked), count(*) from dead where key like 'old%'`)).toEqual([[21, 30, 10]])
  expect((await verifyArchive(moveOf(from, to))).dead).toEqual({ of: 30, found: 30 })
})
