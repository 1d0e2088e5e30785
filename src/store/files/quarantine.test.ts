// Quarantine of files in a real folder, and the records of a corrupt database.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { createQuarantine } from './quarantine.ts'

/** A trawl.db with one record and answers that fill some pages, whose last pages are overwritten. */
async function makeDamaged(folder: string): Promise<string> {
  const file = join(folder, 'trawl.db')
  const db = new DatabaseSync(file)
  await migrate(createSqliteSql(db))
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

it('renames five damaged files within an hour and not one more', async () => {
  const folder = newFolder()
  const file = await makeDamaged(folder)
  const damaged = readFileSync(file)
  const quarantine = createQuarantine(file)
  const next = (now: number) => {
    writeFileSync(file, damaged)
    return quarantine(now)
  }
  for (const at of [0, 1, 2, 3, 4]) await next(noon + at)
  const files = readdirSync(folder)
  expect(files).toHaveLength(6)
  await expect(next(noon + 5)).rejects.toMatchObject({
    fault: { kind: 'failing', words: 'so were the 5 before it within an hour: check its disk' },
  })
  expect(readdirSync(folder)).toEqual(files)
  expect(await next(noon + 3_600_000)).toBe('trawl.db.corrupt-20261121T130000Z')
})

it('continues where a killed process had renamed the damaged file', async () => {
  const folder = newFolder()
  const file = await makeDamaged(folder)
  await createQuarantine(file)(noon)
  renameSync(file, `${file}.rescued`)
  writeFileSync(`${file}-wal`, 'log of the damaged file')
  createQuarantine(file)
  expect(recordsIn(file)).toEqual([record])
})
