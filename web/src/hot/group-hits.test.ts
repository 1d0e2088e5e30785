// Hits of the word search in rows by story.
import { expect, it } from 'vitest'
import type { FoundItem } from '../../../src/contract/hotlist-find.ts'
import type { TrendStory } from '../../../src/contract/hotlist-trends.ts'
import { groupHits } from './group-hits.ts'

function hit(list: string, id: string, rank: number): FoundItem {
  const item = { id, title: id, url: `https://${list}.test/${id}`, rank }
  return { id: list, name: list, color: '#000000', column: 'china', updatedAt: 1, stale: false, item }
}

function story(id: string, ...items: readonly (readonly [string, string])[]): TrendStory {
  return {
    ...{ id, title: id, platforms: 2, score: 1, firstSeen: 1, firstSource: 'weibo', why: [] },
    items: items.map(([source, item]) => ({ source, id: item, title: item, url: 'https://a.test/', rank: 1 })),
  }
}

const crane = story('crane', ['weibo', 'a'], ['zhihu', 'b'], ['baidu', 'c'])

it('of one story are one row, where the highest of them stands', () => {
  const hits = [hit('douban', 'x', 1), hit('zhihu', 'b', 2), hit('weibo', 'a', 3), hit('weibo', 'y', 4)]
  const rows = groupHits(hits, [crane])
  expect(rows.map(({ best, story: found }) => [best.item.id, found?.id])).toEqual([
    ['x', undefined],
    ['b', 'crane'],
    ['y', undefined],
  ])
})

it('are rows by list without stories, also for equal ids on two lists', () => {
  const hits = [hit('weibo', 'a', 1), hit('zhihu', 'a', 1)]
  expect(groupHits(hits, []).map(({ best }) => best.id)).toEqual(['weibo', 'zhihu'])
})
