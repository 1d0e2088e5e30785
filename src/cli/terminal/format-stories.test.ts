// Stories and risers in windows of all widths.
import { expect, it } from 'vitest'
import type { Riser, TrendStory } from '../../../client/client.ts'
import { plainScreen } from '../../../test/kit/screen.ts'
import type { ListsWindow } from './format-lists.ts'
import { formatRisers, formatStories } from './format-stories.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

function window(columns: number, more: Partial<ListsWindow> = {}): ListsWindow {
  return { ...plainScreen(columns, now), hasUrls: false, ...more }
}

const story: TrendStory = {
  ...{
    id: 'a',
    title: '山羊闯入云溪\u202e图书馆',
    platforms: 2,
    score: 5,
    firstSeen: now - 7_200_000,
    firstSource: 'weibo',
    why: [],
  },
  items: [
    { source: 'weibo', id: '1', title: 'x', url: 'https://weibo.test/1', rank: 1 },
    { source: 'zhihu', id: '2', title: 'y', url: 'https://zhihu.test/2', rank: 12 },
  ],
}
const list = {
  id: 'weibo',
  name: 'Weibo',
  color: '#000000',
  column: 'china',
  updatedAt: now,
  stale: false,
  since: now,
} as const
const item = { id: '1', title: '渔船在白沙湾搁浅', url: 'https://weibo.test/1', rank: 1 }
const risers: Riser[] = [
  { ...list, item, before: 14, gained: 13 },
  { ...list, item: { ...item, title: '灯塔', rank: 4 }, before: null, gained: 9 },
]

it('a story has its title, when and where it began, and where it stands', () => {
  expect(formatStories([story], window(80))).toEqual([
    ' 1 山羊闯入云溪图书馆',
    '   2 platforms, first 2 h ago on weibo: weibo #1 · zhihu #12',
  ])
  expect(formatStories([story], window(40))).toEqual([
    ' 1 山羊闯入云溪图书馆',
    '   2 platforms, first 2 h ago on weibo:',
    '   weibo #1 · zhihu #12',
  ])
})

it('a riser has the ranks that it gained, and where it was', () => {
  expect(formatRisers(risers, window(80))).toEqual([
    '▲13 渔船在白沙湾搁浅  weibo #1, was #14',
    '▲9  灯塔              weibo #4, new',
  ])
  expect(formatRisers(risers, window(36))[0]).toBe('▲13 渔船在白沙湾…  weibo #1, was #14')
})

it('addresses stand on lines of their own', () => {
  expect(formatStories([story], window(80, { hasUrls: true })).slice(2)).toEqual([
    '   https://weibo.test/1',
    '   https://zhihu.test/2',
  ])
  expect(formatRisers(risers, window(80, { hasUrls: true }))[1]).toBe('    https://weibo.test/1')
})
