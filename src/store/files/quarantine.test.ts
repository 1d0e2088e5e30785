// Quarantine of files in a real folder, its limit, and the records of a corrupt database.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { migrate } from '../sql/migrations.ts'
import { createQuarantine } from './quarantine.ts'

/** A trawl.db with one record and answers that fill some pages, whose last pages are overwritten. */
function makeDamaged(folder: string): string {
  const file = join(folder, 'trawl.db')
  const db = new DatabaseSync(file)
  migrate(db)
  db.exec(`insert into records (name, revision, body) values ('bans.json', 7, cast('[1]' as blob));
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
    insert into answers select 'key ' || i, 1, 2, 3, 4, randomblob(9000) from n`)
  db.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0x55, bytes.length / 2))
  return file
}

function recordsIn(file: string) {
  const db = new DatabaseSync(file)
  const rows = db.prepare('select name, revision, cast(body as text) as body from records').all()
  db.close()
  return rows.map((row) => ({ ...row }))
}

const record = { name: 'bans.json', revision: 7, body: '[1]' }

it('sets aside five files within an hour and not one more', () => {
  const folder = newFolder()
  const file = join(folder, 'archive.db')
  const setAside = createQuarantine(file)
  const next = (now: number) => {
    writeFileSync(file, 'spoilt')
    return setAside(now)
  }
  const names = [0, 1, 2, 3, 4].map((at) => next(noon + at))
  expect(names.toSorted()).toEqual(readdirSync(folder))
  expect(next(noon + 5)).toEqual(new Error('so were the 5 before it within an hour: check its disk'))
  expect(existsSync(file)).toBe(true)
  expect(next(noon + 3_600_000)).toBe('archive.db.corrupt-20261121T130000Z')
})

it('copies the records of a damaged trawl.db into a new one', () => {
  const folder = newFolder()
  const file = makeDamaged(folder)
  expect(createQuarantine(file)(noon)).toBe('trawl.db.corrupt-20261121T120000Z')
  expect(recordsIn(file)).toEqual([record])
  expect(readdirSync(folder).toSorted()).toEqual(['trawl.db', 'trawl.db.corrupt-20261121T120000Z'])
})

it('leaves a trawl.db in its place whose records cannot be read', () => {
  const folder = newFolder()
  const file = join(folder, 'trawl.db')
  writeFileSync(file, 'no database at all')
  expect(createQuarantine(file)(noon)).toMatchObject({
    message:
      'its allow list, bans, API keys and watches cannot be read: restore it from a backup, or move it away to start without them',
  })
  expect(readdirSync(folder)).toEqual(['trawl.db'])
})

it('continues where a killed process had renamed the damaged file', () => {
  const folder = newFolder()
  const file = makeDamaged(folder)
  createQuarantine(file)(noon)
  renameSync(file, `${file}.rescued`)
  writeFileSync(`${file}-wal`, 'log of the damaged file')
  createQuarantine(file)
  expect(recordsIn(file)).toEqual([record])
})
