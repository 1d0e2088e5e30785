// Conversion to the contract's shapes: records, items with rank and gain, states, metrics.
import { describe, expect, it } from 'vitest'
import { makeHotLists, staying } from '../../test/kit/hot-lists.ts'
import { hotListAnswers } from '../contract/hotlist.ts'
import type { ListAnswer } from './lists.ts'
import type { ListItem } from './sanitize-items.ts'
import { isSuccess, mean, toBatchResult, toHotResult, toItems, toSourceRecord, toState } from './to-contract.ts'

const whole: ListItem = {
  id: '1',
  title: 'a title',
  url: 'https://items.site.test/1',
  mobileUrl: 'https://m.items.site.test/1',
  pubDate: 1_700_000_000_000,
  hot: 12.5,
  hover: 'a summary',
  info: 'a few words',
  date: '2026-07',
  icon: 'https://items.site.test/1.png',
  gained: -2,
}
const bare: ListItem = { id: '2', title: 'another', url: 'https://items.site.test/2' }

function answer(more: Partial<ListAnswer> = {}): ListAnswer {
  const { list } = makeHotLists({ 'weibo-hot': { title: 'now', type: 'realtime', interval: 120 } })
  return {
    askedAs: 'weibo',
    list: list('weibo-hot'),
    items: [whole, bare],
    at: new Date(1_700_000_000_000),
    isCached: true,
    isStale: false,
    tookMs: 7,
    ...more,
  }
}
const none = { items: [], isCached: false, isStale: false, failure: { kind: 'timeout', detail: 'no answer' } } as const

describe('an item', () => {
  it('has its place in the list as its rank, and what is no field of its own in extra', () => {
    expect(toItems([bare, whole], 50)).toEqual([
      { id: '2', title: 'another', url: 'https://items.site.test/2', rank: 1 },
      {
        id: '1',
        title: 'a title',
        url: 'https://items.site.test/1',
        mobileUrl: 'https://m.items.site.test/1',
        pubDate: 1_700_000_000_000,
        rank: 2,
        hot: 12.5,
        extra: {
          hover: 'a summary',
          info: 'a few words',
          date: '2026-07',
          icon: 'https://items.site.test/1.png',
          diff: -2,
          movement: 'down',
        },
      },
    ])
  })

  it('is as the contract says', () => {
    expect(hotListAnswers.hotList.parse(toItems([whole, bare, { ...bare, gained: 0 }], 50))[2]?.extra).toEqual({
      diff: 0,
    })
  })
})

describe('rank and gain, over several looks at an upstream', () => {
  it('mark items that rose, fell, stayed, are new or returned', async () => {
    const { lists, list, sites, time } = makeHotLists({ a: {} })
    sites.says('a', 'p q r s', 'r p q t', '', 'r q s p', 'r q s p')
    const shown: string[] = []
    const moves: string[] = []
    const start = time.now()
    /** The look at which the item came. */
    const sinceLook = (since: number | undefined) => (since === undefined ? '-' : (since - start) / 10_000)
    for (let look = 0; look < 5; look += 1) {
      const received = lists.one(list('a'), { force: true, signal: staying() })
      await time.advance(10_000)
      const items = toItems((await received).items, 50)
      shown.push(items.map(({ id, rank, extra }) => `${rank}${id}${extra?.diff ?? ''}`).join(' '))
      moves.push(items.map(({ id, extra }) => `${id} ${extra?.movement ?? '-'} ${sinceLook(extra?.since)}`).join(', '))
    }
    expect(shown).toEqual([
      '1p 2q 3r 4s',
      '1r2 2p-1 3q-1 4t',
      // A failed fetch does not change the list.
      '1r2 2p-1 3q-1 4t',
      '1r0 2q1 3s 4p-2',
      '1r0 2q0 3s0 4p0',
    ])
    expect(moves).toEqual([
      'p - -, q - -, r - -, s - -',
      'r up 0, p down 0, q down 0, t new 1',
      'r up 0, p down 0, q down 0, t new 1',
      'r - 0, q up 0, s back 3, p down 0',
      'r - 0, q - 0, s - 3, p - 0',
    ])
  })
})

describe('the outcome of a request of a list', () => {
  it('has its items, as many as requested, and its true age', () => {
    expect(toState(answer(), 1)).toMatchObject({ count: 1, cached: true, stale: false, updatedAt: 1_700_000_000_000 })
    expect(toState(answer(), 1)).not.toHaveProperty('error')
  })

  it('is a success with any list, also an old one with a failure, and an empty one where that is an answer', () => {
    const { failure } = none
    expect(isSuccess(answer({ failure, isStale: true }))).toBe(true)
    expect(toState(answer({ failure, isStale: true }), 9)).toMatchObject({
      count: 2,
      stale: true,
      error: { kind: 'timeout', message: 'no answer' },
    })
    expect(isSuccess(answer({ items: [] }))).toBe(true)
    const { at: _at, ...timeless } = answer(none)
    expect(isSuccess(timeless)).toBe(false)
  })

  it('without items has no time', () => {
    const { at: _at, ...timeless } = answer(none)
    expect(toState(timeless, 9)).toEqual({
      data: [],
      count: 0,
      cached: false,
      stale: false,
      updatedAt: null,
      error: { kind: 'timeout', message: 'no answer' },
    })
  })

  it('goes by the id of the request in a batch', () => {
    expect(toBatchResult(answer(), 9)).toMatchObject({ id: 'weibo', name: 'site weibo', success: true, count: 2 })
    const { data, ...hot } = { data: 'none', ...toHotResult(answer(), 1) }
    expect(data).toBe('none')
    expect(hot).toMatchObject({ id: 'weibo', success: true, count: 1, responseTime: 7, items: [{ rank: 1 }] })
  })
})

it('a record says what a list is', () => {
  const { list } = answer()
  expect(toSourceRecord(list)).toEqual({
    id: 'weibo-hot',
    name: 'site weibo',
    title: 'now',
    family: 'weibo',
    home: 'https://weibo-hot.site.test/',
    type: 'realtime',
    interval: 120,
    enabled: true,
    column: 'tech',
    color: '#336699',
  })
  const { title: _title, ...untitled } = list
  expect(toSourceRecord(untitled)).not.toHaveProperty('title')
})

it('the mean of nothing is 0', () => {
  expect(mean([1, 2, 2])).toBe(1.6667)
  expect(mean([])).toBe(0)
})
