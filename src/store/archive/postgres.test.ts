// The archive in PostgreSQL with several replicas.
import { describe, expect, it, vi } from 'vitest'
import { archiveQuery, openArchiveFile, openTestArchive, sighting, toWrite } from '../../../test/kit/archive.ts'
import { noon } from '../../../test/kit/disk.ts'
import { askPostgres, sharedPostgres } from '../../../test/kit/postgres.ts'
import { tokensOfKeyword } from '../../search/archive/keyword-tokens.ts'
import { ngrams } from './ngrams.ts'
import { archiveMigrations } from './schema.ts'

describe('several replicas', () => {
  const newPlace = sharedPostgres()

  it('begin at once, keep the same shares at once, and each is there once', async () => {
    const url = await newPlace()
    const replicas = await Promise.all([1, 2, 3].map(() => openTestArchive(url)))
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
      await vi.waitFor(async () => expect(await shelf.find(archiveQuery('x', ofAll))).toHaveLength(900))
    const twice = 'select share, source, title from sightings group by share, source, title having count(*) > 1'
    expect(await askPostgres(url, twice)).toEqual([])
    expect(await askPostgres(url, 'select shares, sightings from counts')).toEqual([
      { shares: '300', sightings: '900' },
    ])
    expect(await askPostgres(url, `select number from schema_numbers where name = 'archive.db'`)).toEqual([
      { number: archiveMigrations.length },
    ])
    expect(replicas.flatMap(({ lines, shelf }) => [...lines, ...shelf.troubles()])).toEqual([])
  })

  it('index what an older version kept anew, a few titles at a time, and find meanwhile what they found before', async () => {
    const url = await newPlace()
    const former = await openArchiveFile(url)
    // As version 2 of the schema kept them: indexed by lower case alone.
    const searchText = ngrams('進擊的巨人').join(' ')
    const sightings = Array.from({ length: 200 }, (_, at) => toWrite(`${at}`, '進擊的巨人', { searchText }))
    await former.write({ sightings }, noon)
    await askPostgres(url, 'insert into unindexed select max(id) + 1 from sightings')
    await former.close()

    const replicas = [await openArchiveFile(url), await openArchiveFile(url)]
    const countOf = async (kw: string) => {
      const found = await replicas[0]?.find({ ...archiveQuery(''), ways: tokensOfKeyword(kw), most: 500 })
      return found?.length
    }
    expect([await countOf('進擊的巨人'), await countOf('进击的巨人')]).toEqual([200, 0])
    await replicas[0]?.maintain(true)
    expect(await countOf('進擊的巨人')).toBe(200)
    expect(await askPostgres(url, 'select 1 from unindexed')).toHaveLength(1)
    for (const { maintain } of replicas) while (await maintain(true));
    expect([await countOf('進擊的巨人'), await countOf('进击的巨人')]).toEqual([200, 200])
    expect(await askPostgres(url, 'select 1 from unindexed')).toEqual([])
  })

  it('have an index of everything they keep, and none of a share that nobody could open', async () => {
    const url = await newPlace()
    const { shelf, lines } = await openTestArchive(url)
    const long = Array.from({ length: 2_500 }, (_, at) => at.toString(36))
      .join('')
      .slice(0, 4_000)
    const odd = ['\0', 'a\0b', '\ud800', '\u{1f600}', '{}', '"', "'"]
    shelf.keep([
      sighting('long', 'x', { key: `others:${long}`, url: long }),
      ...odd.map((sign, at) => sighting(`${at}`, `x ${sign}`, { heading: sign, post: `${at}` })),
    ])
    await vi.waitFor(() => expect(shelf.size().shares).toBe(odd.length))
    expect(await shelf.find(archiveQuery('x'))).toHaveLength(odd.length)
    expect(lines).toEqual([])
  })
})
