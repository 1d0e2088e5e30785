// trawl migrate from a real DATA_DIR to a real PostgreSQL: complete, only into an empty database, and all or nothing.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolderLock } from '../src/store/files/folder-lock.ts'
import { dayMs } from '../src/store/history/day-history.ts'
import { openSqlite } from '../src/store/sqlite/open-sqlite.ts'
import { newFolder, openHistory, ranked } from './kit/disk.ts'
import { askPostgres, sharedPostgres } from './kit/postgres.ts'
import { run } from './kit/process.ts'
import {
  findingsInFolder,
  findingsInPostgres,
  makeSighting,
  makeStoredData,
  now,
  storedRecords,
} from './kit/stored-data.ts'

const newPlace = sharedPostgres()

async function migrate(folder: string, url: URL | undefined, args: readonly string[] = []) {
  const program = run('src/cli/migrate.ts', args, { DATA_DIR: folder, ...(url && { DATABASE_URL: url.href }) })
  return { status: await program.ended, output: program.output() }
}

async function countIn(url: URL, table: string): Promise<number> {
  const [row] = await askPostgres(url, `select count(*) as count from ${table}`)
  return Number(row?.count)
}

it('copies all rows, with the same search results, and prints their numbers', async () => {
  const [folder, url] = [await makeStoredData(2_500), await newPlace()]
  const { status, output } = await migrate(folder, url)
  expect(status, output).toBe(0)
  expect(output).toContain('sightings: 2500 of 2500 rows copied')
  expect(output).not.toContain('answers:')
  const found = await findingsInFolder(folder)
  expect(found.flat().length).toBeGreaterThan(500)
  expect(await findingsInPostgres(url)).toEqual(found)
  const records = await askPostgres(url, `select name, convert_from(body, 'UTF8') as body from records order by name`)
  expect(Object.fromEntries(records.map(({ name, body }) => [name, body]))).toEqual(storedRecords)
  const [counts] = await askPostgres(url, 'select sightings, (select sum(sightings) from sources) as sum from counts')
  expect([Number(counts?.sightings), Number(counts?.sum)]).toEqual([2_500, 2_500])
})

it('copies the history of lists, days that are over and the current one', async () => {
  const [folder, url] = [newFolder(), await newPlace()]
  const history = await openHistory(folder)
  const refreshes = [
    { list: 'weibo', at: now - 3 * dayMs, items: ranked('a:1 b') },
    { list: 'zhihu', at: now - 3 * dayMs, items: ranked('x') },
    { list: 'weibo', at: now - 60_000, items: ranked('b a:2') },
    { list: 'zhihu', at: now - 60_000, items: ranked('x') },
  ]
  await history.writeRefreshes(refreshes)
  while (await history.tidyHistory(now));
  expect(await migrate(folder, url)).toMatchObject({ status: 0 })
  const copied = await openHistory(url)
  for (const { list, at, items } of refreshes) expect(await copied.listAt(list, at)).toEqual({ at, items })
})

it('leaves out links that PostgreSQL cannot index', async () => {
  const [folder, url] = [await makeStoredData(3), await newPlace()]
  const archive = await openSqlite(join(folder, 'trawl.db'), { archive: { maxBytes: 1e9 } }, { clock: () => 0 })
  const long = { key: `others:${'a'.repeat(2_000)}`, source: 'tg:long' }
  await archive.store([makeSighting(7, long), makeSighting(8)], now)
  archive.close()
  expect((await migrate(folder, url)).output).toContain('sightings: 4 of 5 rows copied')
})

it('refuses a database with data, and changes nothing', async () => {
  const [folder, url] = [await makeStoredData(10), await newPlace()]
  await migrate(folder, url)
  expect(await migrate(folder, url)).toEqual({
    status: 1,
    output: expect.stringContaining('PostgreSQL already has records: use an empty database'),
  })
  expect(await countIn(url, 'sightings')).toBe(10)
})

it('is refused while a server uses the folder', async () => {
  const [folder, url] = [await makeStoredData(10), await newPlace()]
  const lock = createFolderLock(folder)
  lock.acquire(now)
  const { status, output } = await migrate(folder, url)
  lock.release()
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/^another Trawl process uses this DATA_DIR \(since .*\): stop it/),
  ])
})

it('says what is wrong before it begins', async () => {
  const [folder, url] = [await makeStoredData(10), new URL('postgres://a:b@127.0.0.1:1/x')]
  const wrong: readonly [string, ...Parameters<typeof migrate>][] = [
    ['set DATABASE_URL, and DATA_DIR to a folder with data', folder, undefined],
    ['set DATABASE_URL, and DATA_DIR to a folder with data', newFolder(), url],
    ['set DATABASE_URL, and DATA_DIR to a folder with data', '', url],
    ['trawl migrate: copies', folder, url, ['--from', 'postgres', '--to', 'sqlite']],
    ['PostgreSQL cannot be reached: check DATABASE_URL', folder, url],
  ]
  for (const [sentence, ...given] of wrong) {
    const { status, output } = await migrate(...given)
    expect([status, output]).toEqual([1, expect.stringContaining(sentence)])
  }
  expect(await migrate(folder, undefined, ['--help'])).toMatchObject({ status: 0 })
})
