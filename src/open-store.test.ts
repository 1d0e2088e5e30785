// What is kept beside what, by the settings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { namesOf, sighting, wanted } from '../test/kit/archive.ts'
import { newFolder, noon } from '../test/kit/disk.ts'
import { openStore } from './open-store.ts'

async function open(folder: string | undefined, ARCHIVE: boolean) {
  const log = { warn: vi.fn(), info: vi.fn(), error: vi.fn() }
  const config = { DATA_DIR: folder, CACHE_MB: 1, DISK_MB: 16, ARCHIVE }
  const store = await openStore({ config, log, now: () => noon })
  onTestFinished(store.close)
  return store
}

it('keeps links in a file beside the database, and tells of both', async () => {
  const folder = newFolder()
  writeFileSync(`${folder}/archive.db`, 'no database at all '.repeat(1_000))
  const { archive, notices, troubles, bytes } = await open(folder, true)
  expect(notices()).toEqual([expect.stringMatching(/^archive.db in DATA_DIR was corrupt/)])
  const before = bytes().disk
  archive?.keep(Array.from({ length: 300 }, (_, at) => sighting(`${at}`, 'x y')))
  await vi.waitFor(async () => expect(await archive?.find(wanted('x', { most: 500 }))).toHaveLength(300), 5_000)
  expect(bytes().disk - before).toBeGreaterThan(20_000)
  expect(troubles()).toEqual([])
})

it('leaves an archive as it is that is off', async () => {
  const folder = newFolder()
  writeFileSync(`${folder}/archive.db`, 'left alone')
  const store = await open(folder, false)
  expect(store.archive).toBeUndefined()
  await store.close()
  expect(readFileSync(`${folder}/archive.db`, 'utf8')).toBe('left alone')
  expect(existsSync(`${folder}/archive.db-wal`)).toBe(false)
})

it('keeps no links without a folder', async () => {
  expect((await open(undefined, true)).archive).toBeUndefined()
})

it('only reads the archive of another Trawl, and goes on with it when that one ends', { timeout: 15_000 }, async () => {
  const folder = newFolder()
  const first = await open(folder, true)
  first.archive?.keep([sighting('a', 'x')])
  await vi.waitFor(async () => expect(namesOf((await first.archive?.find(wanted('x'))) ?? [])).toBe('a'), 5_000)
  const second = await open(folder, true)
  expect(second.troubles()).toEqual([expect.stringMatching(/^another Trawl uses this DATA_DIR/)])
  second.archive?.keep([sighting('b', 'x')])
  expect(namesOf((await second.archive?.find(wanted('x'))) ?? [])).toBe('a')
  await first.close()
  await vi.waitFor(async () => expect(namesOf((await second.archive?.find(wanted('x'))) ?? [])).toBe('b a'), 12_000)
})
