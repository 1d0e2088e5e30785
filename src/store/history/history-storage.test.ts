// The history over the thread of trawl.db: persistence, and a file that is locked or closed.
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases, newFolder, noon, open, placesIn, ranked, roomy, wordsOf } from '../../../test/kit/disk.ts'
import { dayMs } from './day-history.ts'

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

it('is kept within limits that change, from the next maintenance', async () => {
  const limits = { ...roomy }
  const { disk, clock } = await open(newFolder(), { history: limits, timings: { tidyMs: 5 } })
  disk.history?.record('weibo', { at: noon, items: ranked('a') })
  const first = async () => (await disk.history?.listAt('weibo', 0))?.refresh?.at
  await vi.waitFor(async () => expect(await first()).toBe(noon))
  clock.now = noon + 3 * dayMs
  disk.history?.record('weibo', { at: clock.now, items: ranked('b') })
  expect(await first()).toBe(noon)
  limits.maxDays = 2
  await vi.waitFor(async () => expect(await first()).toBe(clock.now))
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

it('waits while the file is locked, and can be read meanwhile', async () => {
  const folder = newFolder()
  const { history, listNow, disk, lines } = await openWithHistory(folder)
  const other = new DatabaseSync(`${folder}/trawl.db`, { timeout: 5_000 })
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  history.record('weibo', { at: noon, items: ranked('a') })
  const words = 'trawl.db in DATA_DIR is locked by another process: stop that process'
  const trouble = `${words}; 1 refreshes of hot lists are queued in memory`
  await vi.waitFor(() => expect(disk.troubles()).toEqual([trouble]))
  expect(await disk.readAnswer('weibo {}')).toBeUndefined()
  other.exec('rollback')
  await vi.waitFor(async () => expect(await listNow()).toBe('a'))
  expect(disk.troubles()).toEqual([])
  expect(lines).toEqual([
    `warn: ${words}; until it recovers, new data is kept in memory only`,
    'info: DATA_DIR stores new data again',
  ])
})

it('can neither be read nor written when it is closed, and says so', async () => {
  const { disk, history } = await openWithHistory(newFolder())
  await disk.close()
  history.record('weibo', { at: noon, items: ranked('a') })
  expect(await history.listAt('weibo', future)).toBeUndefined()
})
