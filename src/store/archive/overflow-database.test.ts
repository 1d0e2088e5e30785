// waiting.db: order, deduplication and size limit of the queue.
import { statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { toWrite } from '../../../test/kit/archive.ts'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import type { ArchiveBatch } from './messages.ts'
import { type OverflowDatabase, openOverflowDatabase } from './overflow-database.ts'

const ok = { state: 'ok', at: noon } as const
const bad = { state: 'bad', at: noon + 1 } as const

function open(folder: string, maxBytes = 16_000_000): OverflowDatabase {
  const waiting = openOverflowDatabase(`${folder}/waiting.db`, maxBytes, false)
  const state = { isOpen: true }
  const close = () => {
    if (state.isOpen) waiting.close()
    state.isOpen = false
  }
  onTestFinished(close)
  return { ...waiting, close }
}

function titlesOf({ sightings }: ArchiveBatch): string {
  return sightings.map(({ title }) => title).join()
}

it('gives back what was put, the oldest first, until it is done, over restarts', async () => {
  const folder = newFolder()
  const first = open(folder)
  const one = toWrite('a', 'x', { at: undefined, password: 'p', heading: 'h', type: '115' })
  await first.put({ sightings: [one], states: [['quark:a', ok]] })
  await first.put({ sightings: [toWrite('b', 'y')], states: [['quark:a', bad]] })
  first.close()
  const waiting = open(folder)
  expect([await waiting.count(), await waiting.hasSome()]).toEqual([2, true])
  // No states before all sightings were taken.
  const { batch } = await waiting.take(1)
  expect(batch.states).toEqual([])
  expect(batch.sightings).toMatchObject([one])
  const all = await waiting.take(10)
  expect([titlesOf(all.batch), all.batch.states]).toEqual(['x,y', [['quark:a', bad]]])
  // Entries added in the meantime stay.
  await waiting.put({ sightings: [toWrite('c', 'z')], states: [] })
  await all.done()
  expect(titlesOf((await waiting.take(10)).batch)).toBe('z')
  await (await waiting.take(10)).done()
  expect(await waiting.hasSome()).toBe(false)
})

it('has one sighting of each share, source and title, the newest, with the code that one of them gave', async () => {
  const waiting = open(newFolder())
  await waiting.put({ sightings: [toWrite('a', 'x', { password: 'p' }), toWrite('b', 'y')], states: [] })
  await waiting.put({ sightings: [toWrite('a', 'x', { post: '2' }, noon + 5)], states: [] })
  await waiting.put({ sightings: [toWrite('a', 'x', { post: '0', at: noon - 1 }, noon + 6)], states: [] })
  const { batch } = await waiting.take(10)
  expect(batch.sightings).toMatchObject([
    { key: 'quark:b' },
    { key: 'quark:a', post: '2', password: 'p', seenAt: noon + 6 },
  ])
})

it('lets go what is removed or forgotten', async () => {
  const waiting = open(newFolder())
  const sightings = ['a', 'b', 'c'].map((name) => toWrite(name, name))
  await waiting.put({ sightings: [...sightings, toWrite('a', 'x', { source: 'tg:two' })], states: [] })
  await waiting.remove([{ key: 'quark:a', source: 'tg:one' }])
  expect(titlesOf((await waiting.take(10)).batch)).toBe('b,c,x')
  const piece = await waiting.piece(0)
  await waiting.removePlaces(piece.filter(({ title }) => title === 'c').map(({ place }) => place))
  expect(titlesOf((await waiting.take(10)).batch)).toBe('b,x')
  expect(await waiting.piece((piece.at(-1)?.place ?? 0) + 1)).toEqual([])
})

it('stays within its bound: the oldest go, and are counted until nothing waits', async () => {
  const folder = newFolder()
  const maxBytes = 1_000_000
  const waiting = open(folder, maxBytes)
  for (let at = 0; at < 4_000; at += 200)
    await waiting.put({
      sightings: Array.from({ length: 200 }, (_, more) => toWrite(`${at + more}`, 'x'.repeat(400))),
      states: [],
    })
  const count = await waiting.count()
  expect(count).toBeGreaterThan(500)
  expect(waiting.dropped()).toBe(4_000 - count)
  expect(statSync(`${folder}/waiting.db`).size).toBeLessThan(maxBytes * 1.2)
  expect((await waiting.take(1)).batch.sightings).toMatchObject([{ key: `quark:${4_000 - count}` }])
  while (await waiting.hasSome()) await (await waiting.take(500)).done()
  expect(waiting.dropped()).toBe(0)
  expect(statSync(`${folder}/waiting.db`).size).toBeLessThan(100_000)
  for (const end of ['', '-wal']) expect(statSync(`${folder}/waiting.db${end}`).mode & 0o777).toBe(0o600)
})
