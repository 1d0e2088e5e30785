// Migration to a real PostgreSQL and back: complete, only into an empty target, and all or nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseMigrateFlags } from '../src/cli/migrate/flags.ts'
import { countBoth, migrate } from '../src/cli/migrate/run.ts'
import { foldWords } from '../src/contract/fold-text.ts'
import { ngrams } from '../src/store/archive/ngrams.ts'
import { openArchiveDatabase } from '../src/store/archive/sqlite-database.ts'
import { dayMs } from '../src/store/history/day-history.ts'
import { UnsuitableSideError } from '../src/store/migrate/endpoints.ts'
import { isOfList } from '../src/store/open-store.ts'
import { newFolder, openHistory, ranked } from './kit/disk.ts'
import { askPostgres, sharedPostgres } from './kit/postgres.ts'
import {
  findingsInFolder,
  findingsInPostgres,
  makeSighting,
  makeStoredData,
  now,
  storedRecords,
} from './kit/stored-data.ts'

const newPlace = sharedPostgres()
const limit = { bytes: 2 ** 40, setting: 'DISK_MB=1' }

/** A migration between a folder and PostgreSQL that stops when this many rows are done. */
function migration(folder: string, database: URL, isBack = false, stopAfter = Number.POSITIVE_INFINITY) {
  const ending = new AbortController()
  let done = 0
  const advance = (rows: number) => {
    done += rows
    if (done >= stopAfter) ending.abort()
  }
  const sides = [
    { name: 'DATA_DIR', at: { folder }, limit },
    { name: 'PostgreSQL', at: { database }, limit },
  ] as const
  const [from, to] = isBack ? [sides[1], sides[0]] : sides
  const tokensOf = (title: string, heading: string) =>
    ngrams(foldWords(heading === '' ? title : `${title}\n${heading}`)).join(' ')
  return {
    ...{ from, to, signal: ending.signal, options: { isWanted: isOfList, now, tokensOf } },
    progress: { begin: () => undefined, advance, end: () => undefined, done: () => ({ rows: done, of: done }) },
  }
}

async function recordsIn(url: URL): Promise<Record<string, string>> {
  const rows = await askPostgres(url, `select name, convert_from(body, 'UTF8') as body from records order by name`)
  return Object.fromEntries(rows.map(({ name, body }) => [String(name), String(body)]))
}

/** All rows of all tables. */
async function dump(url: URL): Promise<unknown> {
  const tables = ['sources', 'shares', 'sightings', 'dead', 'works', 'counts', 'answers', 'records']
  return await Promise.all(tables.map((table) => askPostgres(url, `select * from ${table} order by 1`)))
}

describe('a migration', () => {
  it('copies everything to PostgreSQL and back, with the same rows and search results', async () => {
    const [folder, url, other, empty] = [await makeStoredData(2_500), await newPlace(), await newPlace(), newFolder()]
    const report = await migrate(migration(folder, url))
    expect(report).toContain('All data of DATA_DIR is in PostgreSQL')
    expect(report).toMatch(/links\s+2,500\s+2,500\n/)
    expect(report).toMatch(/dead shares\s+50\s+50\n/)
    expect(report).toMatch(/works of shares\s+([\d,]+)\s+\1\n/)
    expect(report).toMatch(/hot lists\s+2\s+2\n/)
    const found = await findingsInFolder(folder)
    expect(found.flat().length).toBeGreaterThan(500)
    expect(await findingsInPostgres(url)).toEqual(found)
    expect(await recordsIn(url)).toEqual(storedRecords)
    expect(await migrate(migration(empty, url, true))).toContain('All data of PostgreSQL is in DATA_DIR')
    expect(await findingsInFolder(empty)).toEqual(found)
    await migrate(migration(empty, other))
    expect(await dump(other)).toEqual(await dump(url))
  })

  it.each([true, false])(
    'that is interrupted leaves the target empty and can be repeated (back: %s)',
    async (isBack) => {
      const [folder, url] = [await makeStoredData(2_500), await newPlace()]
      if (isBack) await migrate(migration(folder, url))
      const target = isBack ? newFolder() : folder
      const stopping = migration(target, url, isBack, 500)
      await expect(migrate(stopping)).rejects.toThrow('This operation was aborted')
      if (isBack) expect(existsSync(join(target, 'archive.db')) || existsSync(join(target, 'migrating'))).toBe(false)
      else expect(await dump(url)).toEqual([[], [], [], [], [], [{ shares: '0', sightings: '0' }], [], []])
      expect(await migrate(migration(target, url, isBack))).toMatch(/links\s+2,500\s+2,500\n/)
    },
  )

  it('into a target with data is refused with what it has, and changes nothing', async () => {
    const [folder, url] = [await makeStoredData(10), await newPlace()]
    await migrate(migration(folder, url))
    const before = await dump(url)
    const refused = migrate(migration(folder, url))
    await expect(refused).rejects.toThrow(UnsuitableSideError)
    await expect(refused).rejects.toThrow(
      'PostgreSQL has data already: 10 links, 50 dead shares, 7 records, 2 answers. Nothing was migrated: set DATABASE_URL to an empty database',
    )
    expect(await dump(url)).toEqual(before)
    await expect(migrate(migration(folder, url, true))).rejects.toThrow(
      /has data already: archive\.db, trawl\.db\. Nothing/,
    )
    const lists = newFolder()
    writeFileSync(join(lists, 'bans.json'), '[]')
    await expect(migrate(migration(lists, url, true))).rejects.toThrow('has data already: bans.json.')
    expect(readFileSync(join(lists, 'bans.json'), 'utf8')).toBe('[]')
  })

  it('copies records that are only files', async () => {
    const [folder, url] = [newFolder(), await newPlace()]
    writeFileSync(join(folder, 'allow-list.json'), '["10.0.0.0/8"]')
    await migrate(migration(folder, url))
    expect(await recordsIn(url)).toEqual({ 'allow-list.json': '["10.0.0.0/8"]' })
  })

  it('copies the history of lists, days that are over and the current one', async () => {
    const [folder, url, empty] = [newFolder(), await newPlace(), newFolder()]
    const history = await openHistory(folder)
    const refreshes = [
      { list: 'weibo', at: now - 3 * dayMs, items: ranked('a:1 b') },
      { list: 'zhihu', at: now - 3 * dayMs, items: ranked('x') },
      { list: 'weibo', at: now - 60_000, items: ranked('b a:2') },
      { list: 'zhihu', at: now - 60_000, items: ranked('x') },
    ]
    await history.writeRefreshes(refreshes)
    while (await history.tidyHistory(now));
    expect(await migrate(migration(folder, url))).toMatch(/history of lists\s+4\s+4\n/)
    await expect(migrate(migration(folder, url))).rejects.toThrow('4 rows of history. Nothing was migrated')
    await migrate(migration(empty, url, true))
    for (const place of [url, empty]) {
      const copied = await openHistory(place)
      for (const { list, at, items } of refreshes) expect(await copied.listAt(list, at)).toEqual({ at, items })
    }
  })

  it('leaves out links that PostgreSQL cannot index, and says how many', async () => {
    const [folder, url] = [await makeStoredData(3), await newPlace()]
    const archive = openArchiveDatabase(join(folder, 'archive.db'), { maxBytes: 1e9, clock: () => 0 }, false)
    const long = { key: `others:${'a'.repeat(2_000)}`, source: 'tg:long' }
    await archive.store([makeSighting(7, long), makeSighting(8)], now)
    archive.close()
    const report = await migrate(migration(folder, url))
    expect(report).toContain('Links left out because their URLs are too long for PostgreSQL: 1.')
    expect(report).toMatch(/links\s+5\s+4\n/)
  })

  it('of nothing is refused', async () => {
    await expect(migrate(migration(newFolder(), await newPlace(), true))).rejects.toThrow(
      'nothing to migrate: PostgreSQL has no data',
    )
  })

  it('says that the server would delete links when the target allows too little', async () => {
    const [folder, url] = [await makeStoredData(1_000), await newPlace()]
    const small = migration(folder, url)
    const to = { ...small.to, limit: { bytes: 2 ** 19, setting: 'DATABASE_MB=1' } }
    expect(await migrate({ ...small, to })).toContain(
      'The links take about 2 MB in PostgreSQL, but DATABASE_MB=1 allows 1 MB: the server will delete',
    )
  })
})

it('a dry run counts both sides and creates no tables', async () => {
  const [folder, url] = [await makeStoredData(10), await newPlace()]
  expect(await countBoth(migration(folder, url))).toMatch(/links\s+10\s+0\n.*\n.*\n\nDry run: nothing was migrated/)
  expect(await askPostgres(url, `select to_regclass('sightings') as name`)).toEqual([{ name: null }])
})

it.each([
  ['--from and --to are both sqlite', ['--from', 'sqlite', '--to', 'sqlite']],
  ['--to must be sqlite or postgres, not "mysql"', ['--from', 'sqlite', '--to', 'mysql']],
  ['--from must be sqlite or postgres', []],
  ["Unknown option '--fast'", ['--fast']],
])('a wrong command line is answered with %s', (mistake, args) => {
  expect(parseMigrateFlags(args)).toEqual({ mistake: expect.stringContaining(mistake) })
})
