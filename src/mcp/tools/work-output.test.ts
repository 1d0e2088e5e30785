// A work in a tool result: what it is, and the best link of each cloud with what sets it apart.
import { expect, it } from 'vitest'
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'
import { formatWork, toOutputWork } from './search-output.ts'

const nothing = {
  ...{ season: null, episodes: null, quality: [], source: null, codec: [], audio: [], languages: [] },
  ...{ subtitles: [], size: null, format: null, edition: null, platform: null },
}

function link(fields: Partial<CollectedWorkLink>): CollectedWorkLink {
  return {
    ...{ key: 'a', type: 'quark', url: 'https://a', password: '', title: '灯塔', at: undefined, sources: ['tg:a'] },
    ...{ relevance: 'title', images: [], isFromArchive: false, attributes: nothing },
    ...fields,
  }
}

const attributes = { ...nothing, season: 1, quality: ['4K'] }
const at = Date.parse('2026-11-20T12:00:00Z')
const work: CollectedWork = {
  ...{ key: 'series:灯塔', title: '灯\u202e塔', original_title: null, year: 2026, kind: 'series', seasons: [1] },
  ...{
    attributes: { ...attributes, quality: ['4K', '1080P'] },
    images: [],
    datetime: '2026-11-20T12:00:00Z',
    sources: 1,
    relevance: 'title',
    excerpt: null,
  },
  links: [
    link({ attributes, password: 'abcd', at }),
    link({ key: 'b', url: 'https://b' }),
    link({ key: 'c', url: 'https://c', type: 'uc', health: { state: 'ok', checkedAt: at, expiresAt: at } }),
  ],
}

it('has the best link of each cloud, and counts the others', () => {
  const output = toOutputWork(work)
  expect(output).toEqual({
    ...{ title: '灯 塔', year: 2026, kind: 'series', attributes: ['S1', '4K', '1080P'], match: 'title', more_links: 1 },
    links: [
      {
        ...{ url: 'https://a', type: 'quark', code: 'abcd', date: '2026-11-20', health: 'unchecked' },
        attributes: ['S1', '4K'],
      },
      { url: 'https://c', type: 'uc', health: 'alive', attributes: [] },
    ],
  })
  expect(formatWork(output, 0)).toBe(
    [
      '1. 灯 塔 (2026) [series, S1, 4K, 1080P]',
      '   quark https://a code: abcd [2026-11-20, unchecked, S1, 4K]',
      '   uc https://c [alive]',
      '   and 1 more',
    ].join('\n'),
  )
})

it('does not repeat its attributes at a link that has the same', () => {
  const output = toOutputWork({
    ...work,
    attributes,
    kind: 'other',
    year: null,
    relevance: 'text',
    links: [link({ attributes })],
  })
  expect(output.more_links).toBeUndefined()
  expect(formatWork(output, 1)).toBe('2. 灯 塔 [S1, 4K, not in title]\n   quark https://a [unchecked]')
})
