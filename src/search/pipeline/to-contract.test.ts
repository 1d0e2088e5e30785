// Link details: when they are included, and how long such an answer is valid.
import { describe, expect, it } from 'vitest'
import { createMemoryArchive } from '../../../test/kit/archive.ts'
import {
  answerText,
  baidu,
  crane,
  day,
  foundAt,
  fresh,
  knownHealthOf,
  now,
  quark,
  result,
  searching,
} from '../../../test/kit/searching.ts'
import type { LinkItem } from '../../contract/links.ts'
import { searchRequest, searchResponse } from '../../contract/search.ts'
import { createVersionCounters } from '../../upstream/cache/versions.ts'
import type { Gathered, GatherOptions } from '../../upstream/gather.ts'
import type { Source } from '../../upstream/source.ts'
import { createArchive } from '../archive/archive.ts'
import type { SearchDeps } from '../search.ts'

const details = { ext: { details: true } }
const hourMs = 60 * 60_000

function linksOf(data: object): LinkItem[] {
  return 'merged_by_type' in data ? Object.values(data.merged_by_type ?? {}).flat() : []
}

describe('an answer with details', () => {
  const answers = {
    'tg:alpha': fresh(crane('tg:alpha')),
    'tg:Beta': fresh(result('tg:Beta', `纸鹤\n${quark}#/list/share`, { at: day(2) })),
  }

  it('tells of each link its key, all its sources, how it answers and how it was found to be', async () => {
    const { run } = searching(answers, [], { knownHealth: knownHealthOf({ 'quark:': 'ok' }) })
    const { body } = await run(details)
    expect(searchResponse.safeParse(JSON.parse(answerText(body))).error).toBeUndefined()
    const [first, second] = linksOf(body.data).toSorted((a, b) => a.url.length - b.url.length)
    expect(first).toMatchObject({
      key: 'quark:0a1b2c3d4e5f',
      source: 'tg:Beta',
      sources: ['tg:Beta', 'tg:alpha'],
      relevance: 'title',
      health: { state: 'ok', checkedAt: foundAt, expiresAt: foundAt + 24 * hourMs },
    })
    expect(second).toMatchObject({ key: `baidu:${baidu.slice(-23)}`, sources: ['tg:alpha'] })
    expect(second).not.toHaveProperty('health')
  })

  it('tells how dead links are whatever is to become of them', async () => {
    const { run } = searching(answers, [], { knownHealth: knownHealthOf({ 'quark:': 'bad' }) })
    for (const health of ['sink', 'ignore']) {
      const { body } = await run({ ext: { details: true, health } })
      expect(linksOf(body.data).map((link) => link.health?.state)).toContain('bad')
    }
  })

  it.each([{}, { details: false }, { details: 'off' }])('tells none of it when it is asked for by %o', async (ext) => {
    const { run } = searching(answers, [], { knownHealth: knownHealthOf({ 'quark:': 'ok' }) })
    const plain = await run({})
    expect((await run({ ext })).text).toEqual(plain.text)
    expect(Object.keys(linksOf(plain.body.data)[0] ?? {})).toEqual([
      ...['url', 'password', 'note', 'datetime', 'source', 'images'],
    ])
  })

  it.each(['maybe', 2, [true]])('is refused for details=%o', (wrong) => {
    const { error } = searchRequest.safeParse({ kw: 'a', ext: { details: wrong } })
    expect(error?.issues[0]).toMatchObject({ path: ['ext', 'details'] })
  })
})

describe('how long an answer holds', () => {
  /** An answer of sources whose own answers hold for a minute, and the versions it rests on. */
  async function answered(fields: Record<string, unknown>, own: Partial<SearchDeps> = {}) {
    const versions = createVersionCounters()
    async function* gather<Query, Item>(
      sources: readonly Source<Query, Item>[],
      _query: Query,
      { versionReads }: GatherOptions<Query, Item>,
    ) {
      for (const source of sources) {
        versionReads?.add({ ...versions.of(source.id), until: now + 60_000 })
        yield [source, fresh(crane(source.id))] as unknown as Gathered<Query, Item>
      }
    }
    const upstream = { gather, isAvailable: async () => true }
    const { run } = searching({}, [], { upstream, healthVersions: (keys) => versions.partsOf('book', keys), ...own })
    return { ...(await run(fields)), versions }
  }

  /** The stamp of such an answer. */
  async function stamped(fields: Record<string, unknown>) {
    const { stamp, versions } = await answered(fields)
    if (!stamp) throw new Error('an answer that is whole has a stamp')
    return { stamp, versions }
  }

  const shapes: readonly Record<string, unknown>[] = [
    { ext: { health: 'sink' } },
    { ext: { health: 'hide' } },
    details,
    ...['all', 'results', 'merged_by_type', 'works'].map((res) => ({ res })),
  ]

  it.each(shapes)('for %o ends with a change of one of its sources', async (fields) => {
    const { stamp, versions } = await stamped(fields)
    expect([versions.isCurrent(stamp), stamp.until]).toEqual([true, now + 60_000])
    versions.changed('tg:alpha')
    expect(versions.isCurrent(stamp)).toBe(false)
  })

  it.each(shapes)(
    'for %o ends when something else is known of the health of one of its shares only',
    async (fields) => {
      const shares = { 'quark:0a1b2c3d4e5f': false, [`baidu:${baidu.slice(-23)}`]: false, 'quark:another': true }
      for (const [share, isCurrent] of Object.entries(shares)) {
        const { stamp, versions } = await stamped(fields)
        versions.partChanged('book', share)
        expect(versions.isCurrent(stamp), share).toBe(isCurrent)
      }
    },
  )

  it('is not at all when it lacks the links of an archive that could not be read', async () => {
    const archive = createArchive({
      shelf: { ...createMemoryArchive(), find: async () => undefined },
      epochMs: () => now,
    })
    expect((await answered({}, { archive })).stamp).toBeUndefined()
  })
})
