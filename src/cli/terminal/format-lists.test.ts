// Hot lists in windows of all widths: layout, ages and failures.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchResult, HotSource } from '../../../client/client.ts'
import { plainScreen } from '../../../test/kit/screen.ts'
import { formatCatalogue, formatLists, type ListsWindow } from './format-lists.ts'
import { displayWidth } from './text-width.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

function window(columns: number, more: Partial<ListsWindow> = {}): ListsWindow {
  return { ...plainScreen(columns, now), hasUrls: false, ...more }
}

function list(id: string, titles: readonly string[], more: Partial<BatchResult> = {}): BatchResult {
  const data = titles.map((title, at) => {
    return { id: title, title, url: `https://example.org/${at}`, rank: at + 1, hot: 1_234_567 / (at + 1) }
  })
  const state = { success: true, cached: true, stale: false, updatedAt: now - 180_000 }
  return { id, name: id.toUpperCase(), data, count: data.length, ...state, ...more }
}

const weibo = list('weibo', ['暴雨预警升级', '某剧官宣档期'])
const zhihu = list('zhihu', ['一座城市的地铁夜间延时运营会带来哪些变化？会不会影响检修'])

describe('lists', () => {
  it('stand side by side where both fit', () => {
    expect(formatLists([weibo, zhihu], window(100))).toEqual(
      [
        `WEIBO  weibo${' '.repeat(39)}ZHIHU  zhihu`,
        `3 min ago${' '.repeat(42)}3 min ago`,
        ` 1 暴雨预警升级${' '.repeat(27)}  1.2M    1 一座城市的地铁夜间延时运营会带来哪些变…  1.2M`,
        ` 2 某剧官宣档期${' '.repeat(25)}  617.3K`,
      ].map((line) => expect.stringMatching(new RegExp(`^${line.replace(/[?+.]/g, '\\$&').replace(/ {3,}/g, ' +')}$`))),
    )
  })

  it('stand one after the other where they do not, or where addresses are wanted', () => {
    expect(formatLists([weibo, zhihu], window(60)).slice(0, 6)).toEqual([
      'WEIBO  weibo',
      '3 min ago',
      expect.stringMatching(/^ 1 暴雨预警升级 +1\.2M$/),
      expect.stringMatching(/^ 2 某剧官宣档期 +617\.3K$/),
      '',
      'ZHIHU  zhihu',
    ])
    expect(formatLists([zhihu], window(200, { hasUrls: true }))[3]).toBe('   https://example.org/0')
  })

  it('mark how items moved, where any did', () => {
    const [first, ...others] = list('a', ['up', 'down', 'new', 'back', 'stays']).data.map(
      ({ hot: _hot, ...item }) => item,
    )
    const extras = [
      { movement: 'up', diff: 12 },
      { movement: 'down', diff: -3 },
      { movement: 'new' },
      { movement: 'back' },
    ] as const
    const data = [first, ...others].flatMap((item, at) =>
      item ? [{ ...item, ...(extras[at] && { extra: extras[at] }) }] : [],
    )
    expect(formatLists([list('a', [], { data })], window(60)).slice(2)).toEqual([
      ' 1 ▲12  up',
      ' 2 ▼3   down',
      ' 3 new  new',
      ' 4 back back',
      ' 5      stays',
    ])
  })

  it('say how old they are, and why there is nothing newer', () => {
    const error = { kind: 'timeout', message: 'no answer in time' } as const
    const old = { stale: true, updatedAt: now - 7_200_000 }
    expect(formatLists([list('a', ['x'], old)], window(60))[1]).toBe('2 h ago, stale')
    expect(formatLists([list('a', ['x'], { ...old, error })], window(60))[1]).toBe(
      '2 h ago, stale: timeout: no answer in time',
    )
    const failed = list('a', [], { success: false, updatedAt: null, stale: false, error })
    expect(formatLists([failed], window(60))).toEqual(['A  a', 'failed: timeout: no answer in time'])
    expect(formatLists([list('a', [])], window(60))).toEqual(['A  a', 'empty, 3 min ago'])
  })

  it('say in place of a number what their site says, where that is short', () => {
    const items = [
      { id: '1', title: 'a', url: 'https://e.org', rank: 1, extra: { info: '新' } },
      { id: '2', title: 'b', url: 'https://e.org', rank: 2, extra: { info: 'a whole sentence of it' } },
    ]
    expect(formatLists([list('a', [], { data: items })], window(40)).slice(2)).toEqual([
      expect.stringMatching(/^ 1 a +新$/),
      ' 2 b',
    ])
  })

  it('hold to any window, whatever the titles, and let nothing through that a terminal obeys', () => {
    const runs = 300
    const titles = fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(titles, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 24, max: 220 }),
        (all, columns) => {
          const lists = all.map((some, at) => list(`list-${at}`, some, { name: some[0] ?? 'n' }))
          for (const line of formatLists(lists, window(columns))) {
            expect(displayWidth(line)).toBeLessThanOrEqual(columns)
            expect(line).not.toMatch(/[\p{Cc}\u202E]/u)
          }
        },
      ),
      { numRuns: runs },
    )
    console.info(`lists: ${runs} windows`)
  })
})

it('the catalogue names id, list and column, and what is off', () => {
  const source: HotSource = {
    id: 'v2ex-share',
    name: 'V2EX',
    title: '分享',
    family: 'v2ex',
    home: 'https://v2ex.com',
    type: 'realtime',
    interval: 600_000,
    enabled: false,
    column: 'tech',
    color: '#000000',
  }
  expect(formatCatalogue([source], window(80))).toEqual(['v2ex-share  V2EX 分享  tech, realtime, disabled'])
})

it('nothing that a service says is obeyed by the terminal: ids, columns and kinds of failures neither', () => {
  const evil = 'x\u001b]0;owned\u0007\u009b31m\u202e'
  const error: NonNullable<BatchResult['error']> = JSON.parse(JSON.stringify({ kind: evil, message: evil }))
  const source: HotSource = JSON.parse(
    JSON.stringify({ id: evil, name: evil, title: evil, column: evil, type: evil, enabled: true }),
  )
  const text = [...formatLists([list(evil, [evil], { error })], window(200)), ...formatCatalogue([source], window(200))]
  expect(text.join('')).toContain('owned')
  expect(text.join('')).not.toMatch(/[\p{Cc}\u202e]/u)
})
