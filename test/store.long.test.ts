// Tests the storage of a whole service over restarts, and that it serves after any storage fault.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from './kit/disk.ts'
import { run } from './kit/process.ts'
import { standinOfTest } from './kit/standin.ts'

const token = 'correct-horse-battery'
const headers = { authorization: `Bearer ${token}` }

/** An address where no upstream is reachable. */
const nowhere = 'http://127.0.0.1:1'

/** Starts the service over a data folder. */
function launch(folder: string, cwd?: string, gateway = nowhere) {
  const env = { UPSTREAM_GATEWAY: gateway, HOST: '127.0.0.1', PORT: '0', ADMIN_TOKEN: token }
  return run('src/main.ts', [], { ...env, DATA_DIR: folder }, cwd)
}

async function start(folder: string, cwd?: string, gateway?: string) {
  const service = launch(folder, cwd, gateway)
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  const get = async (path: string) => (await (await fetch(url + path, { headers })).json()) as Record<string, unknown>
  return {
    ...service,
    get,
    metrics: async () => await (await fetch(`${url}/metrics`, { headers })).text(),
    status: async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status,
    search: (channel: string) => get(`/api/search?kw=x&src=tg&channels=${channel}`),
    allow: async (ip: string) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ip }),
      }
      return (await fetch(`${url}/api/v1/security/ip-whitelist`, init)).status
    },
    stop: async () => {
      service.signal('SIGTERM')
      expect(await service.ended).toBe(0)
    },
    kill: async () => {
      service.signal('SIGKILL')
      await service.ended
    },
  }
}

/** Overwrites the whole database. */
async function overwrite(folder: string): Promise<void> {
  for (const ending of ['-wal', '-shm']) await rm(join(folder, `trawl.db${ending}`), { force: true })
  await writeFile(join(folder, 'trawl.db'), 'this was a database once '.repeat(2_000))
}

/** Adds answers to the database of a service that has ended, and overwrites its second half. */
async function damageAnswers(folder: string): Promise<void> {
  const database = openDatabase(folder)
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
    insert into answers select 'key ' || i, 1, 2, 3, 4, randomblob(9000) from n; pragma wal_checkpoint(truncate)`)
  database.close()
  const bytes = await readFile(join(folder, 'trawl.db'))
  await writeFile(join(folder, 'trawl.db'), bytes.fill(0x55, bytes.length / 2))
}

function openDatabase(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'trawl.db'))
  onTestFinished(() => database[Symbol.dispose]())
  return database
}

describe('a service that is started again', () => {
  it('knows what it learned of its sources, and what failed', async () => {
    const folder = newFolder()
    const first = await start(folder)
    await first.search('alyp_1')
    const before = await first.get('/api/v1/errors?source=tg:alyp_1')
    expect(before).toMatchObject({ count: 1, stats: [{ source: 'tg:alyp_1', count: 1 }] })
    await first.stop()

    const second = await start(folder)
    const after = await second.get('/api/v1/errors?source=tg:alyp_1')
    expect([after.stats, after.errors]).toEqual([before.stats, before.errors])
    await second.search('btzhi')
    await second.stop()

    const rows = openDatabase(folder).prepare('select name, body from records').all()
    const records = new Map(rows.map(({ name, body }) => [name, Buffer.from(body as Uint8Array).toString()]))
    expect([...records.keys()].toSorted()).toEqual(['login-secret.txt', 'statistics.json'])
    expect(records.get('statistics.json')).toMatch(/"tg:alyp_1".*"tg:btzhi"/)
  })

  it('answers at once what it answered before, as old as it is, while it asks again', async () => {
    const standin = await standinOfTest()
    const folder = newFolder()
    const first = await start(folder, undefined, standin.url)
    const [search, list] = ['/api/search?kw=linux&src=tg&channels=demo_share', '/api/v1/sources/weibo']
    const [searched, listed] = [await first.get(search), await first.get(list)]
    expect(searched).toMatchObject({ meta: { complete: true } })
    await first.stop()
    openDatabase(folder).exec('update answers set at = at - 7200000')

    standin.setFaults({ kind: 'slow-start', amount: 1_500 })
    const asked = standin.asked().length
    const second = await start(folder, undefined, standin.url)
    const [again, listedAgain] = [await second.get(search), await second.get(list)]
    expect(again).toMatchObject({
      data: searched.data,
      warnings: [{ kind: 'kept_answers', detail: expect.stringContaining('1 of 1 sources') }],
      meta: { complete: false, sources: { asked: 1, answered: 0, failed: 0, pending: 1 } },
    })
    expect(listedAgain).toMatchObject({ data: listed.data, cached: true, stale: true })
    expect(Number(listedAgain.updatedAt)).toBe(Number(listed.updatedAt) - 7_200_000)
    await expect.poll(() => second.get(search)).toEqual(searched)
    await expect.poll(() => second.get(list)).toMatchObject({ stale: false })
    expect(standin.asked().length).toBeGreaterThan(asked)
  })
})

describe('a service whose database is corrupt', () => {
  it('sets it aside, goes on with a new one that has its records, and says so', async () => {
    const folder = newFolder()
    const first = await start(folder)
    expect(await first.allow('127.0.0.1')).toBe(200)
    await first.stop()
    await damageAnswers(folder)
    const service = await start(folder)
    const aside = (await readdir(folder)).filter((name) => name.startsWith('trawl.db.corrupt-'))
    expect(aside).toEqual([expect.stringMatching(/^trawl\.db\.corrupt-\d{8}T\d{6}Z$/)])
    expect(await service.get('/api/v1/security/ip-whitelist')).toMatchObject({ whitelist: ['127.0.0.1'] })
    const ready = await service.get('/readyz')
    expect(ready).toEqual({ status: 'degraded', troubles: [], notices: [expect.stringContaining(aside[0] ?? '')] })
    const health = await service.get('/api/v1/health')
    expect(health).toMatchObject({ status: 'healthy', reasons: ready.notices })
    expect(JSON.stringify([ready, health])).not.toContain(folder)
    expect(service.output()).toContain(aside[0])
    await service.search('some_share')
    await service.stop()

    const again = await start(folder)
    expect(await again.get('/readyz')).toEqual({ status: 'ok' })
    expect(await again.get('/api/v1/errors?source=tg:some_share')).toMatchObject({ count: 1 })
  })

  it('does not start without the records that were in it, however often it is started', async () => {
    const folder = newFolder()
    const first = await start(folder)
    expect(await first.allow('10.0.0.0/8')).toBe(200)
    await first.kill()
    await overwrite(folder)
    for (let times = 0; times < 2; times += 1) {
      const service = launch(folder)
      expect(await service.ended).toBe(1)
      expect(service.output()).toContain(
        'trawl.db in DATA_DIR is corrupt; its allow list, bans, API keys and watches cannot be read: restore it from a backup, or move it away to start without them',
      )
      expect(service.output()).not.toMatch(/listens on|at .*\.ts:\d/)
    }
    for (const name of await readdir(folder)) await rm(join(folder, name))
    expect(await (await start(folder)).status('/api/health')).toBe(200)
  })
})

describe('a service whose folder another one uses', () => {
  it('serves and says so, changes no allow list, and takes the folder over once the other ends', async () => {
    const folder = newFolder()
    const first = await start(folder)
    expect(await first.allow('127.0.0.1')).toBe(200)
    await first.search('first_share')
    const second = await start(folder)
    const ready = await second.get('/readyz')
    expect(ready).toMatchObject({
      status: 'degraded',
      troubles: [
        expect.stringMatching(
          /^another Trawl process uses this DATA_DIR \(since 20\d\d-.*Z\): stop it, or use another folder/,
        ),
      ],
    })
    expect(await second.search('second_share')).toMatchObject({ code: 0 })
    expect(await second.get('/api/v1/security/ip-whitelist')).toMatchObject({ whitelist: ['127.0.0.1'] })
    expect(await second.allow('10.0.0.0/8')).toBe(500)
    expect(await first.get('/readyz')).toEqual({ status: 'ok' })
    expect(await first.allow('10.0.0.1')).toBe(200)
    await first.stop()
    await expect.poll(() => second.get('/readyz')).toEqual({ status: 'ok' })
    expect(await second.allow('10.0.0.2')).toBe(200)
    const whitelist = ['127.0.0.1', '10.0.0.1', '10.0.0.2']
    expect(await second.get('/api/v1/security/ip-whitelist')).toMatchObject({ whitelist })
    await second.stop()

    const third = await start(folder)
    expect(await third.get('/api/v1/errors?source=tg:first_share')).toMatchObject({ count: 1 })
    expect(await third.get('/api/v1/errors?source=tg:second_share')).toMatchObject({ count: 1 })
  })
})

describe('a service without a folder for its data', () => {
  it('leaves no file anywhere, and keeps its allow list as long as it runs', async () => {
    const folder = newFolder()
    const service = await start('', folder)
    await service.search('some_share')
    expect(await service.get('/readyz')).toEqual({ status: 'ok' })
    expect(await service.allow('10.0.0.0/8')).toBe(200)
    expect(await service.status('/api/health')).toBe(403)
    await service.stop()
    expect(await readdir(folder)).toEqual([])
    const again = await start('', folder)
    expect(await again.status('/api/health')).toBe(200)
  })
})
