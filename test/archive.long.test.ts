// Tests the archive of a whole service: stored shares are found with every site down and after a restart, until they are banned.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { searchResponse } from '../src/contract/search.ts'
import { recognise } from '../src/search/clouds/recognise.ts'
import type { Standin } from '../standin/server.ts'
import { newFolder } from './kit/disk.ts'
import { launchTrawl } from './kit/process.ts'
import { standinOfTest } from './kit/standin.ts'

const channels = 'demo_share,demo_films,demo_books,demo_music'

/** Starts a service over a few channels that stores its finds in the folder. */
async function start(standin: Standin, folder: string, more: Readonly<Record<string, string>> = {}) {
  const settings = { CHANNELS: channels, ENABLED_PLUGINS: 'none', ENABLED_SOURCES: 'none', RECHECK: 'off' }
  const place = { DATA_DIR: folder, UPSTREAM_GATEWAY: standin.url }
  const { service, url } = await launchTrawl({ ...settings, ...place, ...more })
  const post = async (path: string, body: object): Promise<unknown> =>
    (
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()
  return {
    url,
    post,
    async search(kw: string, fields: object = {}) {
      const { data, meta, warnings } = searchResponse.parse(await post('/api/search', { kw, ...fields }))
      const links = 'merged_by_type' in data ? Object.values(data.merged_by_type).flat() : []
      return { links, urls: links.map((link) => link.url), meta, warnings }
    },
    async untilKept(count: number) {
      await vi.waitFor(async () => expect(await remaining(url)).toBeGreaterThanOrEqual(count))
    },
    async stop() {
      service.signal('SIGTERM')
      expect(await service.ended).toBe(0)
    },
  }
}

/** The number of shares in the archive. */
async function remaining(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  return Number(/^trawl_archive_shares (\d+)$/m.exec(figures)?.[1])
}

/** The number of rows in the archive's file for the share with this address. */
function rowsOf(folder: string, url: string): number {
  const database = new DatabaseSync(join(folder, 'trawl.db'), { readOnly: true })
  try {
    const row = database.prepare('select count(*) as count from shares where key = ?').get(recognise(url)?.key ?? '')
    return Number(row?.count)
  } finally {
    database.close()
  }
}

/** A part of a title that is not a search word, because it begins and ends within words. */
function insideOf(title: string): string {
  const [, inside = ''] = /\p{Script=Han}(\p{Script=Han}{2})\p{Script=Han}/u.exec(title) ?? []
  return inside
}

test('with every site down, and after a restart, a search for another part of a title finds what was found before', async () => {
  const [standin, folder] = [await standinOfTest(), newFolder()]
  const first = await start(standin, folder)
  const before = await first.search('的')
  const title = before.links.map(({ note }) => note).find((note) => insideOf(note) !== '') ?? ''
  const expected = before.links.filter(({ note }) => note === title).map(({ url }) => url)
  expect(expected.length).toBeGreaterThan(0)
  await first.untilKept(before.links.length)
  await first.stop()

  standin.setFaults({ kind: 'reset' })
  const second = await start(standin, folder)
  // The archive's search ends after 40 ms with what it has found, which on a busy machine may be less.
  const after = await vi.waitFor(async () => {
    const answer = await second.search(insideOf(title))
    expect(answer.urls).toEqual(expect.arrayContaining(expected))
    return answer
  })
  expect(new Set(after.urls).size).toBe(after.urls.length)
  expect(after.meta.archive).toEqual({ links: after.urls.length })
  expect(after.meta.sources).toMatchObject({ asked: 4, answered: 0, failed: 4 })
  expect(after.warnings?.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'source_failed'))
})

const states = z.object({ results: z.array(z.object({ url: z.string(), state: z.string() })) })

test('what a check finds dead stands last in later searches, also after a restart', async () => {
  const [standin, folder] = [await standinOfTest(), newFolder()]
  const env = { CHECK_DEADLINE_MS: '60000' }
  const first = await start(standin, folder, env)
  const { links } = await first.search('的', { cloud_types: 'quark' })
  await first.untilKept(links.length)
  const items = links.map(({ url, password }) => ({ disk_type: 'quark', url, password })).slice(0, 20)
  const { results } = states.parse(await first.post('/api/check/links', { items }))
  const dead = new Set(results.filter(({ state }) => state === 'bad').map(({ url }) => url))
  expect(dead.size).toBeGreaterThan(0)
  const sunk = async (service: typeof first) => {
    const { urls, meta } = await service.search('的', { cloud_types: 'quark', filter: { exclude: ['none of these'] } })
    return { last: new Set(urls.slice(-dead.size)), dead: meta.dead }
  }
  expect(await sunk(first)).toEqual({ last: dead, dead: dead.size })
  await first.stop()
  const second = await start(standin, folder)
  expect(await sunk(second)).toEqual({ last: dead, dead: dead.size })
  const { urls } = await second.search('的', { cloud_types: 'quark', ext: { health: 'hide' } })
  expect(urls.filter((url) => dead.has(url))).toEqual([])
})

test('a ban takes links out of the archive and of every answer at once', async () => {
  const [standin, folder] = [await standinOfTest(), newFolder()]
  const service = await start(standin, folder)
  const { links } = await service.search('的')
  await service.untilKept(links.length)
  const [one] = links
  const rows = () => rowsOf(folder, one?.url ?? '')
  await vi.waitFor(() => expect(rows()).toBe(1))
  await service.post('/api/v1/security/bans', { add: [{ kind: 'share', value: one?.url }] })
  expect((await service.search('的')).urls).not.toContain(one?.url)
  await vi.waitFor(() => expect(rows()).toBe(0))
})
