// One source cannot fill the archive in a day.
import { expect, it } from 'vitest'
import { createMemoryArchive } from '../../../test/kit/archive.ts'
import { result, shareAt } from '../../../test/kit/searching.ts'
import { createArchive } from './archive.ts'
import { createDailyLimit } from './daily-limit.ts'

const megabyte = 1024 * 1024
const dayMs = 24 * 60 * 60_000

/** An archive of that size, and what was logged. */
function makeArchive(maxBytes: number) {
  let at = Date.UTC(2026, 10, 20)
  const warned: object[] = []
  const epochMs = () => at
  const log = { warn: (what: object) => void warned.push(what) }
  const listed = new Set(['plugin:liar', 'tg:alpha'])
  const limit = createDailyLimit({ maxBytes, listed, epochMs, log })
  const shelf = createMemoryArchive(epochMs)
  return {
    archive: createArchive({ shelf, listed, epochMs, limit }),
    shelf,
    limit,
    warned,
    later: (ms: number) => (at += ms),
  }
}

/** A post of a hundred links. */
function post(source: string, number: number) {
  const links = Array.from({ length: 100 }, (_, link) => shareAt(1_000 * number + link))
  return result(source, `纸鹤 ${number}\n${links.join('\n')}`, { id: `${number}` })
}

it('takes a tenth of the archive from one source, and at least a thousand links', () => {
  const large = makeArchive(512 * megabyte).limit
  expect([large.take('tg:alpha', 104_857), large.take('tg:alpha', 1)]).toEqual([true, false])
  const small = makeArchive(megabyte).limit
  expect([small.take('tg:alpha', 1_000), small.take('tg:alpha', 1)]).toEqual([true, false])
})

it('keeps no more of a source on that day, of all others what they give, and says so once', () => {
  const { archive, shelf, limit, warned } = makeArchive(megabyte)
  for (let number = 0; number < 40; number += 1) archive.store([post('plugin:liar', number)])
  expect(shelf.size().shares).toBe(1_000)
  expect(limit.refused()).toBe(3_000)
  expect(warned).toEqual([{ source: 'plugin:liar', links: 1_000 }])
  archive.store([post('tg:alpha', 50)])
  expect(shelf.size().shares).toBe(1_100)
})

it('takes from all channels together that are not listed as much as from one source', () => {
  const { archive, shelf, warned } = makeArchive(megabyte)
  for (let number = 0; number < 40; number += 1) archive.store([post(`tg:made_up_${number}`, number)])
  expect(shelf.size().shares).toBe(1_000)
  expect(warned).toEqual([{ source: 'unlisted channels', links: 1_000 }])
  archive.store([post('tg:alpha', 50)])
  expect(shelf.size().shares).toBe(1_100)
})

it('counts a post of a listed source once, whatever channels that are not listed give meanwhile', () => {
  const { archive, shelf } = makeArchive(megabyte)
  const empty = { ...post('tg:made_up', 0), links: [] }
  const others = Array.from({ length: 20_001 }, (_, number) => ({ ...empty, id: `${number}` }))
  for (let time = 0; time < 12; time += 1) {
    archive.store([post('tg:alpha', 1)])
    archive.store(others)
  }
  archive.store([post('tg:alpha', 2)])
  expect(shelf.size().shares).toBe(200)
})

it('keeps what it gives on the next day', () => {
  const { archive, shelf, later } = makeArchive(megabyte)
  for (let number = 0; number < 12; number += 1) archive.store([post('plugin:liar', number)])
  later(dayMs)
  archive.store([post('plugin:liar', 20)])
  expect(shelf.size().shares).toBe(1_100)
})

it('counts a post that is shown again within the hour once', () => {
  const { archive, limit } = makeArchive(megabyte)
  for (let time = 0; time < 40; time += 1) archive.store([post('tg:alpha', 1)])
  expect(limit.refused()).toBe(0)
})
