// The archive's budget: what goes when there is too much, and that the file stays within it.
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { allOf, openFile, toWrite, wanted } from '../../test/kit/archive.ts'
import { newFolder, noon } from '../../test/kit/disk.ts'
import { archiveLimits } from './archive-room.ts'
import { bytesOf } from './sqlite-file.ts'

const megabyte = 1024 * 1024

/** Pieces of a made-up title, other ones for each number. */
function tokensOf(number: number): string[] {
  const hash = createHash('sha256').update(`${number}`).digest('hex')
  return Array.from({ length: 24 }, (_, at) => hash.slice(at, at + 3))
}

function shareOf(number: number) {
  const tokens = [...new Set(tokensOf(number)), 'all']
  const title = createHash('sha512').update(`${number}`).digest('hex')
  return toWrite(`share-${number}`, title, { tokens, at: noon + number }, noon + number)
}

it('never grows beyond its budget while five times as much is written: the dead go first, then the oldest', {
  timeout: 60_000,
}, () => {
  const folder = newFolder()
  const maxBytes = 4 * megabyte
  const file = openFile(folder, maxBytes)
  const { atOnce } = archiveLimits(maxBytes)
  let most = 0
  let written = 0
  const seen = () => {
    most = Math.max(most, bytesOf(`${folder}/archive.db`))
  }
  const write = (count: number) => {
    for (const end = written + count; written < end; written += atOnce) {
      while (file.isFull() && file.tend()) seen()
      const sightings = Array.from({ length: atOnce }, (_, at) => shareOf(written + at))
      file.write({ sightings, states: [] }, noon)
      seen()
      for (let times = 0; times < 4 && file.tend(); times += 1) seen()
      seen()
    }
  }
  write(3_000)
  // Not the newest of these and not the oldest.
  const dead = Array.from({ length: 200 }, (_, at) => `quark:share-${1_000 + at * 5}`)
  file.write({ sightings: [], states: dead.map((key, at) => [key, { state: 'bad', at: noon - at }]) }, noon)
  // Only a share that is kept has sightings.
  const deadLeft = () =>
    allOf(file)
      .filter(({ health }) => health)
      .map(({ key }) => key)
  const oldestLeft = () => file.stretch(0).sightings[0]?.key
  while (deadLeft().length === dead.length) write(atOnce)
  // Those found dead longest ago.
  expect(deadLeft()).toEqual(dead.slice(0, deadLeft().length))
  expect([...file.health(1_000).keys()], 'none is forgotten').toEqual(dead)
  expect(oldestLeft()).toBe('quark:share-0')
  while (oldestLeft() === 'quark:share-0') write(atOnce)
  expect(deadLeft()).toEqual([])
  const held = file.shares()
  write(held * 4)
  expect(most).toBeLessThan(maxBytes)
  expect(most).toBeGreaterThan(maxBytes * 0.7)
  // What was let go gives its room to what is new.
  expect(file.shares()).toBeGreaterThan(held * 0.7)
  const newest = file.find(wanted('all', { most: 50 }))
  expect(newest.map(({ key }) => key)).toEqual(Array.from({ length: 50 }, (_, at) => `quark:share-${written - 1 - at}`))
  const first = Number(/\d+$/.exec(oldestLeft() ?? '')?.[0])
  expect(written - first).toBe(file.shares())
})

it('gives room back to the disk when its budget has become smaller', () => {
  const folder = newFolder()
  const before = openFile(folder)
  for (let at = 0; at < 8_000; at += 1_000)
    before.write({ sightings: Array.from({ length: 1_000 }, (_, more) => shareOf(at + more)), states: [] }, noon)
  before.close()
  expect(bytesOf(`${folder}/archive.db`)).toBeGreaterThan(3 * megabyte)
  const file = openFile(folder, 2 * megabyte)
  while (file.tend());
  expect(bytesOf(`${folder}/archive.db`)).toBeLessThan(2 * megabyte)
  expect(file.find(wanted('all', { most: 1 }))).toMatchObject([{ key: 'quark:share-7999' }])
})

it('keeps little of what was taken out in its index', () => {
  const folder = newFolder()
  const file = openFile(folder)
  const sightings = Array.from({ length: 4_000 }, (_, at) => shareOf(at))
  for (let at = 0; at < 4_000; at += 100) {
    file.write({ sightings: sightings.slice(at, at + 100), states: [] }, noon)
    while (file.tend());
  }
  const indexBytes = () => {
    const db = new DatabaseSync(`${folder}/archive.db`, { readOnly: true })
    const bytes = Number(db.prepare('select sum(length(block)) as bytes from grams_data').get()?.bytes)
    db.close()
    return bytes
  }
  const full = indexBytes()
  for (let at = 0; at < 3_600; at += 100) {
    file.remove(sightings.slice(at, at + 100))
    while (file.tend());
  }
  expect(file.shares()).toBe(400)
  expect(indexBytes()).toBeLessThan(full / 3)
})
