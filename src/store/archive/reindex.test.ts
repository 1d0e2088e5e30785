// An archive of an older version: its titles are indexed anew beside the service, and found meanwhile as before.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { tokensOfKeyword } from '../../search/archive/keyword-tokens.ts'
import { migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { ngrams } from './ngrams.ts'
import { archiveMigrations } from './schema.ts'

const formerVersion = 2
const rows = 200

/** A file as version 2 of the schema wrote it: titles folded by Unicode NFKC and lower case. */
async function formerArchive(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-reindex-')), 'trawl.db')
  const db = new DatabaseSync(file)
  db.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal')
  await migrate(createSqliteSql(db), [['archive.db', archiveMigrations.slice(0, formerVersion)]])
  db.exec("insert into sources (id, name) values (1, 'tg:one')")
  const share = db.prepare('insert into shares (id, key, url, seen) values (?, ?, ?, 1)')
  const sighting = db.prepare("insert into sightings values (?, ?, 1, 3, 0, 1, 1, 1, ?, ?, '', '')")
  const tokens = db.prepare('insert into grams (rowid, tokens) values (?, ?)')
  for (let id = 1; id <= rows; id += 1) {
    const title = id % 2 === 0 ? `進擊的巨人 ${id}` : `X-Men.First.Class ${id}`
    share.run(id, `quark:${id}`, `https://pan.quark.cn/s/${id}`)
    sighting.run(id, id, `${id}`, title)
    tokens.run(id, ngrams(title.normalize('NFKC').toLowerCase()).join(' '))
  }
  db.close()
  return file
}

function open(file: string) {
  return openSqlite(file, { archive: { maxBytes: 50_000_000 } }, { clock: () => 0 })
}

async function countOf(archive: Awaited<ReturnType<typeof open>>, kw: string): Promise<number> {
  const found = await archive.find({ ways: tokensOfKeyword(kw), types: undefined, sources: ['tg:one'], most: rows })
  return found.length
}

it('is indexed anew in small steps that go on after a restart, and finds what it found before meanwhile', async () => {
  const file = await formerArchive()
  const before = await open(file)
  expect([await countOf(before, '進擊的巨人'), await countOf(before, '进击的巨人')]).toEqual([100, 0])
  expect(await countOf(before, 'X-Men')).toBe(100)
  await before.maintain(true)
  await before.maintain(true)
  const some = await countOf(before, '进击的巨人')
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(100)
  expect(await countOf(before, '進擊的巨人')).toBe(100)
  before.close()

  const after = await open(file)
  expect(await countOf(after, '进击的巨人')).toBe(some)
  while ((await after.maintain(true)).hasMore);
  expect(await Promise.all(['进击的巨人', '進擊的巨人', 'xmen', 'X-Men'].map((kw) => countOf(after, kw)))).toEqual([
    100, 100, 100, 100,
  ])
  after.close()
  const db = new DatabaseSync(file, { readOnly: true })
  expect(db.prepare('select count(*) as number from unindexed').get()?.number).toBe(0)
  db.close()
})
