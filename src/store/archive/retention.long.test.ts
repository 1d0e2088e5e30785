// Retention of the archive: what is evicted, and that the file stays within its limit.
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { allSightings, archiveQuery, namesOf, openArchiveFile, toWrite } from '../../../test/kit/archive.ts'
import { newFolder, noon, placesIn } from '../../../test/kit/disk.ts'
import { sightingsAtOnce } from '../limits.ts'
import { bytesOf } from '../sqlite/connect.ts'

const megabyte = 1024 * 1024

/** Tokens of an invented title, different for each number. */
function tokensOf(number: number): string[] {
  const hash = createHash('sha256').update(`${number}`).digest('hex')
  return Array.from({ length: 24 }, (_, at) => hash.slice(at, at + 3))
}

function shareOf(number: number) {
  const searchText = [...tokensOf(number), 'all'].join(' ')
  const title = createHash('sha512').update(`${number}`).digest('hex')
  return toWrite(`share-${number}`, title, { searchText, at: noon + number }, noon + number)
}

it('never grows beyond its budget while five times as much is written: the dead go first, then the oldest', {
  timeout: 120_000,
}, async () => {
  const folder = newFolder()
  const maxBytes = 2 * megabyte
  const file = await openArchiveFile(folder, maxBytes)
  const atOnce = sightingsAtOnce(maxBytes)
  let most = 0
  let written = 0
  const seen = () => {
    most = Math.max(most, bytesOf(`${folder}/trawl.db`))
  }
  const write = async (count: number) => {
    for (const end = written + count; written < end; written += atOnce) {
      while ((await file.isFull()) && (await file.maintain())) seen()
      const sightings = Array.from({ length: atOnce }, (_, at) => shareOf(written + at))
      await file.write({ sightings })
      seen()
      for (let times = 0; times < 4 && (await file.maintain()); times += 1) seen()
      seen()
    }
  }
  await write(1_500)
  // Neither the newest nor the oldest of these.
  const dead = Array.from({ length: 150 }, (_, at) => `quark:share-${500 + at * 3}`)
  await file.write({ states: dead.map((key, at) => [key, { state: 'bad', at: noon - at }]) })
  // Only stored shares have sightings.
  const deadLeft = async () => (await allSightings(file)).filter(({ health }) => health).map(({ key }) => key)
  const oldestLeft = async () => (await file.scan(0)).sightings[0]?.key
  let left = await deadLeft()
  for (; left.length === dead.length; left = await deadLeft()) await write(4 * atOnce)
  // The shares that were found dead first.
  expect(left).toEqual(dead.slice(0, left.length))
  expect(await oldestLeft()).toBe('quark:share-0')
  while ((await oldestLeft()) === 'quark:share-0') await write(atOnce)
  expect(await deadLeft()).toEqual([])
  const held = await file.shares()
  await write(held * 4)
  expect(most).toBeLessThan(maxBytes)
  expect(most).toBeGreaterThan(maxBytes * 0.7)
  // Evicted data frees space for new data.
  expect(await file.shares()).toBeGreaterThan(held * 0.7)
  const newest = await file.find(archiveQuery('all', { most: 50 }))
  expect(newest.map(({ key }) => key)).toEqual(Array.from({ length: 50 }, (_, at) => `quark:share-${written - 1 - at}`))
  const first = Number(/\d+$/.exec((await oldestLeft()) ?? '')?.[0])
  expect(written - first).toBe(await file.shares())
})

it('keeps little of what was taken out in its index', async () => {
  const folder = newFolder()
  const file = await openArchiveFile(folder)
  const sightings = Array.from({ length: 4_000 }, (_, at) => shareOf(at))
  for (let at = 0; at < 4_000; at += 100) {
    await file.write({ sightings: sightings.slice(at, at + 100) })
    while (await file.maintain());
  }
  const indexBytes = () => {
    const db = new DatabaseSync(`${folder}/trawl.db`, { readOnly: true })
    const bytes = Number(db.prepare('select sum(length(block)) as bytes from grams_data').get()?.bytes)
    db.close()
    return bytes
  }
  const full = indexBytes()
  for (let at = 0; at < 3_600; at += 100) {
    await file.remove(sightings.slice(at, at + 100))
    while (await file.maintain());
  }
  expect(await file.shares()).toBe(400)
  expect(indexBytes()).toBeLessThan(full / 3)
})

describe('in PostgreSQL', () => {
  const newPlace = placesIn('postgres')

  it('as many sightings stay as there is room for by their number: the dead go first, then the oldest, whichever replica maintains', async () => {
    const place = await newPlace()
    // Space for 666.
    const [file, other] = [await openArchiveFile(place, 733_000), await openArchiveFile(place, 733_000)]
    const write = async (from: number, to: number) => {
      const sightings = Array.from({ length: to - from }, (_, at) => shareOf(from + at))
      await file.write({ sightings })
    }
    await write(0, 500)
    const dead = ['quark:share-300', 'quark:share-400']
    await file.write({ states: dead.map((key, at) => [key, { state: 'bad', at: noon + at }]) })
    await write(500, 1_000)
    // Counted when the size is requested.
    expect([await file.shares(), await file.isFull()]).toEqual([1_000, true])
    const maintainAll = async (one: typeof file) => {
      while (await one.maintain());
    }
    await Promise.all([maintainAll(file), maintainAll(other)])
    const held = await file.shares()
    expect(held).toBeLessThan(660)
    expect(held).toBeGreaterThan(600)
    expect(await file.isFull()).toBe(false)
    const left = (await allSightings(other)).map(({ key }) => key)
    // Otherwise one of the dead shares would be among them.
    const newest = Array.from({ length: held + 1 }, (_, at) => `quark:share-${999 - held + at}`)
    expect(left).toEqual(newest.filter((key) => !dead.includes(key)))
    expect(namesOf(await other.find(archiveQuery('all', { most: 1 })))).toBe('share-999')
  })
})
