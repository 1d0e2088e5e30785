// The history over the thread of trawl.db: persistence, and failures of its file that concern nothing else.
import { readdirSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  answer,
  databases,
  newFolder,
  noon,
  open,
  placesIn,
  ranked,
  roomy,
  textOf,
  wordsOf,
} from '../../../test/kit/disk.ts'

const future = noon + 1_000_000

async function openWithHistory(place: string | URL) {
  const opened = await open(place, { history: roomy })
  const { history } = opened.disk
  if (!history) throw new Error('the disk has a history')
  return { ...opened, history, listNow: async () => wordsOf((await history.listAt('weibo', future))?.refresh?.items) }
}

describe.each(databases)('a history in %s', (engine) => {
  const newPlace = placesIn(engine)

  it('has after a restart what was recorded right before the end', async () => {
    const place = await newPlace()
    const first = await openWithHistory(place)
    first.history.record('weibo', { at: noon, items: ranked('a:1 b') })
    await first.disk.close()
    const { history, listNow, disk } = await openWithHistory(place)
    expect(await listNow()).toBe('a:1 b')
    history.record('weibo', { at: noon + 1, items: ranked('b') })
    await vi.waitFor(async () => expect(await listNow()).toBe('b'))
    expect((await history.page({ list: 'weibo', from: 0, to: future }))?.items).toHaveLength(2)
    expect([disk.troubles(), disk.notices()]).toEqual([[], []])
  })
})

describe.each(databases)('a history in %s that is read right after a refresh', (engine) => {
  const newPlace = placesIn(engine)

  it('has the refresh', async () => {
    const { history, listNow } = await openWithHistory(await newPlace())
    history.record('weibo', { at: noon, items: ranked('a') })
    expect(await listNow()).toBe('a')
    history.record('weibo', { at: noon + 1, items: ranked('b') })
    expect((await history.page({ list: 'weibo', from: 0, to: future }))?.items).toHaveLength(2)
    history.record('baidu', { at: noon + 2, items: ranked('c') })
    expect((await history.listsSince(noon))?.toSorted()).toEqual(['baidu', 'weibo'])
  })
})

it('waits while its file is locked, and so does nothing else', async () => {
  const folder = newFolder()
  const { history, listNow, disk, lines } = await openWithHistory(folder)
  const other = new DatabaseSync(`${folder}/history.db`)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  history.record('weibo', { at: noon, items: ranked('a') })
  const words = 'history.db in DATA_DIR is locked by another process: stop that process'
  const trouble = `${words}; 1 refreshes of hot lists are queued in memory`
  await vi.waitFor(() => expect(disk.troubles()).toEqual([trouble]))
  expect(await disk.writeAnswer('weibo {}', answer('kept'))).toBe(true)
  expect(textOf(await disk.readAnswer('weibo {}'))).toBe('kept')
  other.exec('rollback')
  await vi.waitFor(async () => expect(await listNow()).toBe('a'))
  expect(disk.troubles()).toEqual([])
  expect(lines).toEqual([
    `warn: ${words}; until it recovers, new data is kept in memory only`,
    'info: history.db stores new data again',
  ])
})

it('begins anew when its file is corrupt, which is told, and keeps the answers', async () => {
  const folder = newFolder()
  const before = await openWithHistory(folder)
  await before.disk.writeAnswer('weibo {}', answer('kept'))
  await before.disk.close()
  writeFileSync(`${folder}/history.db`, 'no database at all '.repeat(1_000))
  const { history, listNow, disk } = await openWithHistory(folder)
  const aside = readdirSync(folder).filter((name) => name.includes('corrupt'))
  expect(aside).toEqual(['history.db.corrupt-20261121T120000Z'])
  expect(disk.notices()).toEqual([
    `history.db in DATA_DIR was corrupt; it was renamed to ${aside[0]} and a new one was created`,
  ])
  history.record('weibo', { at: noon, items: ranked('a') })
  await vi.waitFor(async () => expect(await listNow()).toBe('a'))
  expect(textOf(await disk.readAnswer('weibo {}'))).toBe('kept')
})

it('stops the start when its file is of a newer version', async () => {
  const folder = newFolder()
  const { disk } = await openWithHistory(folder)
  await disk.close()
  const file = new DatabaseSync(`${folder}/history.db`)
  file.exec('pragma user_version = 99')
  file.close()
  await expect(openWithHistory(folder)).rejects.toThrow(
    'history.db in DATA_DIR is from a newer version of Trawl: its schema version is 99',
  )
})

it('can neither be read nor written when it is closed, and says so', async () => {
  const { disk, history } = await openWithHistory(newFolder())
  await disk.close()
  history.record('weibo', { at: noon, items: ranked('a') })
  expect(await history.listAt('weibo', future)).toBeUndefined()
})
