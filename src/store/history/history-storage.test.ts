// The history over the thread of trawl.db: persistence, and a file that is closed.
import { describe, expect, it, vi } from 'vitest'
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

  it('has a refresh as soon as it was recorded, and after a restart what was recorded right before the end', async () => {
    const place = await newPlace()
    const first = await openWithHistory(place)
    first.history.record('weibo', { at: noon, items: ranked('a:1 b') })
    await first.disk.close()
    const { history, listNow, disk } = await openWithHistory(place)
    expect(await listNow()).toBe('a:1 b')
    history.record('weibo', { at: noon + 1, items: ranked('b') })
    expect(await listNow()).toBe('b')
    history.record('weibo', { at: noon + 2, items: ranked('c') })
    expect((await history.page({ list: 'weibo', from: 0, to: future }))?.items).toHaveLength(3)
    history.record('baidu', { at: noon + 3, items: ranked('d') })
    expect((await history.listsSince(noon))?.toSorted()).toEqual(['baidu', 'weibo'])
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

it('can neither be read nor written when it is closed, and says so', async () => {
  const { disk, history } = await openWithHistory(newFolder())
  await disk.close()
  history.record('weibo', { at: noon, items: ranked('a') })
  expect(await history.listAt('weibo', future)).toBeUndefined()
})
