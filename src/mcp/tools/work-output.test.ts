// A work in a tool result: what it is, and the best link of each cloud with what sets it apart.
import { expect, it } from 'vitest'
import { collectedLink, collectedWork, noAttributes } from '../../../test/kit/page-data.ts'
import { formatWork, toOutputWork } from './search-output.ts'

const attributes = { ...noAttributes, season: 1, quality: ['4K'] }
const at = Date.parse('2026-11-20T12:00:00Z')
const alive = { state: 'ok', checkedAt: at, expiresAt: at } as const
const links = [
  collectedLink('quark:a', { url: 'https://a', attributes, password: 'abcd', at }),
  collectedLink('quark:b'),
  collectedLink('uc:c', { url: 'https://c', type: 'uc', health: alive }),
]
const about = { title: '灯\u202e塔', year: 2026, kind: 'series', seasons: [1] } as const
const work = collectedWork('series:灯塔', links, {
  ...about,
  attributes: { ...attributes, quality: ['4K', '1080P'] },
})

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
    links: [collectedLink('quark:a', { url: 'https://a', attributes })],
  })
  expect(output.more_links).toBeUndefined()
  expect(formatWork(output, 1)).toBe('2. 灯 塔 [S1, 4K, not in title]\n   quark https://a [unchecked]')
})
