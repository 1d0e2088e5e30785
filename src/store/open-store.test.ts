// What is kept beside what, by the settings.
import { chmodSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { archiveQuery, namesOf, sighting } from '../../test/kit/archive.ts'
import { newFolder, noon } from '../../test/kit/disk.ts'
import { startPostgres } from '../../test/kit/postgres.ts'
import { openStore } from './open-store.ts'

const mb = 1024 * 1024

async function open(folder: string | undefined, hasArchive: boolean, databaseUrl?: URL, maxRecordsWaitMs?: number) {
  const log = { warn: vi.fn(), info: vi.fn(), error: vi.fn() }
  const bytes = { cacheBytes: mb, diskBytes: 16 * mb, databaseBytes: 64 * mb }
  const store = await openStore({
    folder,
    ...bytes,
    hasArchive,
    databaseUrl,
    maxRecordsWaitMs,
    log,
    epochMs: () => noon,
  })
  onTestFinished(store.close)
  return { ...store, loggedWarnings: () => log.warn.mock.calls.flat() }
}

it('keeps links in the file of the answers', async () => {
  const { archive, problems, bytes } = await open(newFolder(), true)
  const before = bytes().disk
  archive?.keep(Array.from({ length: 300 }, (_, at) => sighting(`${at}`, 'x y')))
  await vi.waitFor(async () => expect(await archive?.find(archiveQuery('x', { most: 500 }))).toHaveLength(300))
  expect(bytes().disk - before).toBeGreaterThan(20_000)
  expect(problems()).toEqual([])
})

it('keeps copies of large files beside the answers, and has them after a restart', async () => {
  const folder = newFolder()
  const first = await open(folder, false)
  first.files.write('copy-one', Buffer.alloc(100_000, 'x'))
  expect((await first.files.read('copy-one'))?.length).toBe(100_000)
  await first.close()
  expect(Buffer.from((await (await open(folder, false)).files.read('copy-one')) ?? '').toString()).toMatch(/^x+$/)
  expect(await (await open(undefined, false)).files.read('copy-one')).toBeUndefined()
})

it('warns of a folder that every user of the machine may write to, and of no other', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o770)
  expect((await open(folder, false)).loggedWarnings()).toEqual([])
  const shared = newFolder()
  chmodSync(shared, 0o777)
  expect((await open(shared, false)).loggedWarnings()).toEqual([
    `DATA_DIR (${shared}) may be written to by every user of this machine, who could change what is kept: chmod 700 ${shared}`,
  ])
})

it('leaves an archive as it is that is off', async () => {
  const folder = newFolder()
  const before = await open(folder, true)
  before.archive?.keep([sighting('a', 'x')])
  await before.close()
  const off = await open(folder, false)
  expect(off.archive).toBeUndefined()
  await off.close()
  const { archive } = await open(folder, true)
  expect(await archive?.find(archiveQuery('x'))).toHaveLength(1)
})

it('keeps no links without a folder', async () => {
  expect((await open(undefined, true)).archive).toBeUndefined()
})

describe('with a PostgreSQL', () => {
  it('keeps links and records there, without a folder too; answers stay in the own folder', async () => {
    const { url } = await startPostgres()
    const folder = newFolder()
    const first = await open(folder, true, url)
    first.archive?.keep([sighting('a', 'x')])
    await first.answers.set('weibo {}', { items: ['one'], at: noon }, 1_000_000)
    expect(await first.records.write('r', Buffer.from('1'))).toBe('written')
    await vi.waitFor(async () => expect(namesOf((await first.archive?.find(archiveQuery('x'))) ?? [])).toBe('a'))
    expect([first.problems(), first.warnings()]).toEqual([[], []])
    await first.close()
    const second = await open(undefined, true, url)
    expect(namesOf((await second.archive?.find(archiveQuery('x'))) ?? [])).toBe('a')
    expect(await second.records.read('r', String)).toBe('49')
    expect(await second.answers.get('weibo {}')).toBeUndefined()
    expect([second.problems(), second.bytes().disk]).toEqual([[], 0])
    expect((await (await open(folder, true, url)).answers.get('weibo {}'))?.items).toEqual(['one'])
  })

  it('that is gone ends the start, and nothing stays open', async () => {
    const postgres = await startPostgres()
    await postgres.kill()
    const folder = newFolder()
    await expect(open(folder, true, postgres.url, 0)).rejects.toThrow(
      'Trawl does not start without them: PostgreSQL cannot be reached: check DATABASE_URL',
    )
    expect((await open(folder, true)).problems()).toEqual([])
  })

  it('that goes away keeps nobody from answers, which the folder stores', async () => {
    const postgres = await startPostgres()
    const store = await open(newFolder(), true, postgres.url)
    await postgres.kill()
    await vi.waitFor(() => expect(store.problems()).toEqual(['PostgreSQL cannot be reached: check DATABASE_URL']))
    await store.answers.set('tg:a "x"', { items: ['one'], at: noon }, 1_000_000)
    expect((await store.answers.get('tg:a "x"'))?.items).toEqual(['one'])
    store.archive?.keep([sighting('a', 'x')])
    await store.close()
  })
})
