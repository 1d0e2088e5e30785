// The archive in PostgreSQL with several replicas.
import { describe, expect, it, vi } from 'vitest'
import { openShelf, sighting, wanted } from '../../../test/kit/archive.ts'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { askPostgres, sharedPostgres } from '../../../test/kit/postgres-schemas.ts'
import { archiveMigrations } from './schema.ts'

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
      await vi.waitFor(async () => expect(await shelf.find(wanted('x', ofAll))).toHaveLength(900))
    const twice = 'select share, source, title from sightings group by share, source, title having count(*) > 1'
    expect(await askPostgres(url, twice)).toEqual([])
    expect(await askPostgres(url, 'select shares, sightings from counts')).toEqual([
      { shares: '300', sightings: '900' },
    ])
    expect(await askPostgres(url, 'select name, number from schema_numbers')).toEqual([
      { name: 'archive.db', number: archiveMigrations.length },
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
    await vi.waitFor(() => expect(shelf.size().shares).toBe(odd.length))
    expect(await shelf.find(wanted('x'))).toHaveLength(odd.length)
    expect(lines).toEqual([])
  })
})
