// Tests updates: the data folder of an earlier version, opened by this one.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { searchResponse } from '../src/contract/search.ts'
import { fileVersion } from '../src/store/sql/migrations.ts'
import { newFolder } from './kit/disk.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const earlier = join(import.meta.dirname, '../fixtures/data-folder/6fe8fb6')

/** An hour after the earlier version stopped. */
const now = Date.UTC(2026, 10, 23, 13, 35)

/** A copy of the data folder that version 0.1.0 wrote at commit 6fe8fb6. */
function copyOfEarlierFolder(): string {
  const folder = newFolder()
  for (const name of readdirSync(earlier)) {
    if (!name.endsWith('.gz')) copyFileSync(join(earlier, name), join(folder, name))
    else writeFileSync(join(folder, name.slice(0, -'.gz'.length)), gunzipSync(readFileSync(join(earlier, name))))
  }
  return folder
}

/** The schema version of a database. */
function schemaOf(folder: string, name: string): unknown {
  const database = new DatabaseSync(join(folder, name), { readOnly: true })
  try {
    return database.prepare('pragma user_version').get()?.user_version
  } finally {
    database.close()
  }
}

/** Starts this version over the folder, while no upstream answers. */
async function startOver(dataFolder: string) {
  const { app, errors } = await startWholeTrawl({
    dataFolder,
    epochMs: () => now,
    env: { CHANNELS: 'demo_share,demo_two,demo_three', ENABLED_PLUGINS: 'labi,wanou' },
    weather: { medianMs: 1, p95Ms: 2, hangShare: 0, errorShare: 1, errors: ['503'] },
  })
  const get = async (url: string) => (await app.inject({ url })).json()
  const search = async (kw: string) => searchResponse.parse(await get(`/api/search?kw=${encodeURIComponent(kw)}`))
  return { get, search, errors }
}

const allowed = { whitelist: ['127.0.0.1', '192.0.2.0/24'] }
const banned = { bans: [{ kind: 'word', value: '晨雾' }] }

it('keeps links, lists, the allow list, bans and statistics of version 0.1.0 while no upstream answers', async () => {
  const dataFolder = copyOfEarlierFolder()
  const { get, search, errors } = await startOver(dataFolder)

  const askedBefore = await search('纸鹤')
  expect(askedBefore.data.total).toBeGreaterThan(20)
  expect(askedBefore.warnings).toMatchObject([{ kind: 'kept_answers' }])
  // Version 0.1.0 was not asked for this word, but found a link with it.
  expect((await search('备忘录')).meta.archive).toEqual({ links: 1 })
  expect((await search('晨雾')).data.total).toBe(0)
  expect(await get('/api/hot-list?id=weibo')).toHaveLength(2)
  expect(await get('/api/v1/security/ip-whitelist')).toMatchObject(allowed)
  expect(await get('/api/v1/security/bans')).toMatchObject(banned)
  const { sources } = await get('/api/v1/metrics')
  expect(sources).toContainEqual(expect.objectContaining({ source: 'zhihu', requests: 1, successRate: 1 }))
  expect(errors).toEqual([])
  expect(schemaOf(dataFolder, 'trawl.db')).toBe(fileVersion)
  expect(existsSync(join(dataFolder, 'archive.db'))).toBe(false)
})

it('has the allow list and the bans again after trawl.db was moved away, as for going back without a backup', async () => {
  const dataFolder = copyOfEarlierFolder()
  rmSync(join(dataFolder, 'trawl.db'))
  const { get } = await startOver(dataFolder)
  expect(await get('/api/v1/security/ip-whitelist')).toMatchObject(allowed)
  expect(await get('/api/v1/security/bans')).toMatchObject(banned)
})
