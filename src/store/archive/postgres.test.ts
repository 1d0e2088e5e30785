// The archive's client with PostgreSQL: server failures, recovery, and several replicas.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import { namesOf, openShelf, sighting, wanted } from '../../../test/kit/archive.ts'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { startPostgres } from '../../../test/kit/postgres.ts'
import { askPostgres, sharedPostgres } from '../../../test/kit/postgres-schemas.ts'

const soon = { timeout: 20_000 }
const unreachable = 'PostgreSQL cannot be reached: check DATABASE_URL'

/** Number of rows in waiting.db, read with an independent connection. */
function waitingIn(folder: string): number {
  if (!existsSync(`${folder}/waiting.db`)) return 0
  const db = new DatabaseSync(`${folder}/waiting.db`, { readOnly: true })
  const count = Number(db.prepare('select count(*) as count from waiting').get()?.count)
  db.close()
  return count
}

describe('PostgreSQL killed', () => {
  it('keeps nobody from anything: what comes waits on disk, over a restart too, and is written when it is back', async () => {
    const postgres = await startPostgres()
    const folder = newFolder()
    const first = await openShelf(postgres.url, { waitsIn: folder })
    first.shelf.keep([sighting('a', 'x')])
    await vi.waitFor(() => expect(first.shelf.size().shares).toBe(1), soon)
    await postgres.kill()
    expect(await first.shelf.find(wanted('x'))).toEqual([])
    first.shelf.keep(['b', 'c', 'd'].map((name) => sighting(name, 'x')))
    first.shelf.noteHealth(new Map([['quark:b', { state: 'bad', at: noon }]]))
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(3), soon)
    await vi.waitFor(() => expect(first.shelf.troubles()).toEqual([`${unreachable}; 3 links are queued on disk`]), soon)
    expect(first.lines).toEqual([`warn: ${unreachable}; until it recovers, new data is queued in DATA_DIR`])
    expect(await first.shelf.stretch(0)).toBeUndefined()
    expect(await first.shelf.remove([sighting('d', 'x')])).toBe(false)
    first.shelf.keep([sighting('e', 'x')])
    await first.shelf.close()

    const { shelf, lines } = await openShelf(postgres.url, { waitsIn: folder })
    expect(shelf.troubles()).toEqual([`${unreachable}; 3 links are queued on disk`])
    await postgres.restart()
    await vi.waitFor(async () => expect(namesOf(await shelf.find(wanted('x')))).toBe('e c b a'), soon)
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(0), soon)
    expect(shelf.troubles()).toEqual([])
    expect(lines.at(-1)).toBe('info: PostgreSQL stores new data again')
    await vi.waitFor(() => expect(shelf.size().shares).toBe(4), soon)
    expect((await shelf.find(wanted('x')))[2]).toMatchObject({ key: 'quark:b', health: { state: 'bad' } })
  })

  it('leaves what comes in memory where there is no folder, the newest of it', async () => {
    const postgres = await startPostgres()
    const { shelf } = await openShelf(postgres.url, { mostWaiting: 3 })
    await postgres.kill()
    expect(await shelf.find(wanted('x'))).toEqual([])
    shelf.keep(['a', 'b', 'c', 'd'].map((name) => sighting(name, 'x')))
    const trouble = `${unreachable}; 3 links are queued in memory, 1 were dropped`
    await vi.waitFor(() => expect(shelf.troubles()).toEqual([trouble]), soon)
    await postgres.restart()
    await vi.waitFor(async () => expect(namesOf(await shelf.find(wanted('x')))).toBe('d c b'), soon)
  })

  it('does not bring back what was forgotten while it waited', async () => {
    const postgres = await startPostgres()
    const folder = newFolder()
    const { shelf } = await openShelf(postgres.url, { waitsIn: folder })
    await postgres.kill()
    shelf.keep(['a', 'b', 'c'].map((name) => sighting(name, 'x')))
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(3), soon)
    shelf.dropQueued(({ key }) => key === 'quark:b')
    await vi.waitFor(() => expect(waitingIn(folder)).toBe(2), soon)
    expect(await shelf.remove([sighting('a', 'x')])).toBe(false)
    await postgres.restart()
    await vi.waitFor(async () => expect(namesOf(await shelf.find(wanted('x')))).toBe('c'), soon)
  })
})

it('PostgreSQL frozen keeps nobody for longer than his limit, and loses nothing', async () => {
  const postgres = await startPostgres()
  const folder = newFolder()
  const { shelf } = await openShelf(postgres.url, { waitsIn: folder })
  shelf.keep([sighting('a', 'x')])
  await vi.waitFor(() => expect(shelf.size().shares).toBe(1), soon)
  postgres.freeze()
  const began = performance.now()
  shelf.keep([sighting('b', 'x')])
  const [found, isGone] = await Promise.all([shelf.find(wanted('x')), shelf.remove([sighting('a', 'x')])])
  expect([found, isGone]).toEqual([[], false])
  expect(performance.now() - began).toBeLessThan(9_000)
  await vi.waitFor(() => expect(waitingIn(folder)).toBe(1), soon)
  // The failure is known by now, so callers no longer wait.
  const again = performance.now()
  expect(await shelf.find(wanted('x'))).toEqual([])
  expect(performance.now() - again).toBeLessThan(4_000)
  postgres.thaw()
  await vi.waitFor(async () => expect(namesOf(await shelf.find(wanted('x')))).toBe('b a'), soon)
  expect(shelf.troubles()).toEqual([])
  expect(waitingIn(folder)).toBe(0)
})

describe('several replicas', () => {
  const newPlace = sharedPostgres()

  it('begin at once, keep the same shares at once, and each is there once', async () => {
    const url = await newPlace()
    const replicas = await Promise.all([1, 2, 3].map(() => openShelf(url, { waitsIn: newFolder() })))
    const words = Array.from({ length: 300 }, (_, at) => `${at}`)
    for (const round of [0, 1, 2]) {
      for (const [number, { shelf }] of replicas.entries()) {
        const here = words.filter((word) => Number(word) % 3 !== (number + round) % 3)
        shelf.keep(here.map((word) => sighting(word, `x ${word}`, { source: `tg:${round}` })))
        shelf.noteHealth(new Map([[`quark:${number}`, { state: 'ok', at: noon + round }]]))
      }
    }
    const ofAll = { sources: ['tg:0', 'tg:1', 'tg:2'], most: 5_000 }
    for (const { shelf } of replicas)
      await vi.waitFor(async () => expect(await shelf.find(wanted('x', ofAll))).toHaveLength(900), soon)
    const twice = 'select share, source, title from sightings group by share, source, title having count(*) > 1'
    expect(await askPostgres(url, twice)).toEqual([])
    expect(await askPostgres(url, 'select shares, sightings from counts')).toEqual([
      { shares: '300', sightings: '900' },
    ])
    expect(await askPostgres(url, 'select name, number from schema_numbers')).toEqual([
      { name: 'archive.db', number: 1 },
    ])
    expect(replicas.flatMap(({ lines, shelf }) => [...lines, ...shelf.troubles()])).toEqual([])
  })

  it('do not touch a database of a newer Trawl', async () => {
    const url = await newPlace()
    await (await openShelf(url)).shelf.close()
    await askPostgres(url, 'update schema_numbers set number = 999')
    await expect(openShelf(url)).rejects.toThrow(
      /^the database at DATABASE_URL is from a newer version of Trawl: .* use another database$/,
    )
  })

  it('have an index of everything they keep, and none of a share that nobody could open', async () => {
    const url = await newPlace()
    const { shelf, lines } = await openShelf(url, { waitsIn: newFolder() })
    const long = Array.from({ length: 2_500 }, (_, at) => at.toString(36))
      .join('')
      .slice(0, 4_000)
    const odd = ['\0', 'a\0b', '\ud800', '\u{1f600}', '{}', '"', "'"]
    shelf.keep([
      sighting('long', 'x', { key: `others:${long}`, url: long }),
      ...odd.map((sign, at) => sighting(`${at}`, `x ${sign}`, { heading: sign, post: `${at}` })),
    ])
    await vi.waitFor(() => expect(shelf.size().shares).toBe(odd.length), soon)
    expect(await shelf.find(wanted('x'))).toHaveLength(odd.length)
    for (const [at, sign] of odd.entries())
      if (at > 2) expect(namesOf(await shelf.find(wanted(sign))), sign).toBe(`${at}`)
    expect(lines).toEqual([])
  })
})
