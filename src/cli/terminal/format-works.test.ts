// Works in windows of all sizes: numbers, attributes, the best link of each cloud, and at most a screen.
import { expect, it } from 'vitest'
import type { CollectedWork, CollectedWorkLink } from '../../../client/work-collector.ts'
import { collectedLink, collectedWork, noAttributes } from '../../../test/kit/page-data.ts'
import { plainScreen } from '../../../test/kit/screen.ts'
import { formatWorks } from './format-works.ts'
import { resultWords } from './words.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

function link(fields: Partial<CollectedWorkLink> = {}): CollectedWorkLink {
  const found = { title: '三体 4K', at: now - 50 * 3_600_000, sources: ['tg:demo_share'] }
  return collectedLink('quark:1', { ...found, ...fields })
}

function work({ links = [link()], ...fields }: Partial<CollectedWork> = {}): CollectedWork {
  return collectedWork('series:三体', links, { title: '三体', year: 2023, kind: 'series', seasons: [1, 2], ...fields })
}

function textOf(works: readonly CollectedWork[], more: Partial<Parameters<typeof formatWorks>[1]> = {}) {
  const limits = { maxWorks: 10, maxLines: Number.POSITIVE_INFINITY, hasDetails: false }
  const window = { ...plainScreen(80, now), ...limits }
  return formatWorks(works, { ...window, ...more })
}

const alive = { state: 'ok', checkedAt: now, expiresAt: now } as const

it('a work has a number, what is known about it, and the best link of each cloud with state, age and code', () => {
  const episodes = { from: 1, to: 12, total: 24, complete: false }
  const attributes = { ...noAttributes, episodes, quality: ['4K', 'HDR'], source: 'WEB-DL', size: 3 * 1024 ** 3 }
  const links = [
    link({ health: alive, password: 'a1b2' }),
    link({ key: 'quark:2', url: 'https://pan.quark.cn/s/2' }),
    link({ type: 'baidu', url: 'https://pan.baidu.com/s/1', at: undefined, isFromArchive: true }),
  ]
  expect(textOf([work({ attributes, links })])).toEqual({
    shown: 1,
    lines: [
      '1  三体 (2023)  series · S1-2 · episodes 1-12 of 24 · 4K · HDR · WEB-DL · 3.0 G…',
      '   quark  ok       2 d  https://pan.quark.cn/s/1  code a1b2',
      '   baidu  archive    –  https://pan.baidu.com/s/1',
    ],
  })
})

it('works that only texts mention stand below a line that says so, with the words around the keyword', () => {
  const text = work({
    title: '合集',
    relevance: 'text',
    excerpt: '…有三体\x1b等',
    year: null,
    kind: 'other',
    seasons: [],
  })
  expect(textOf([work(), text]).lines.slice(2)).toEqual([
    'Only in the text of posts:',
    '2  合集  1 link',
    '   …有三体 等',
    '   quark  2 d  https://pan.quark.cn/s/1',
  ])
})

it('a screen has whole works, the first in any case, and names clouds without room', () => {
  const types = ['quark', 'baidu', 'uc', '115', 'aliyun'] as const
  const links = types.map((type) => link({ type, url: `https://${type}` }))
  const works = Array.from({ length: 9 }, () => work({ links }))
  const { lines, shown } = textOf(works, { maxLines: 12 })
  expect([shown, lines.length]).toEqual([2, 10])
  expect(lines[4]).toBe('   also 115, aliyun')
  expect(textOf(works, { maxLines: 2 }).shown).toBe(1)
  expect(textOf(works, { maxWorks: 3 })).toMatchObject({ shown: 3 })
  expect(textOf(works, { maxWorks: 1 }).lines).toHaveLength(6)
})

it('an address is never cut, and a long one counts as the lines that it takes', () => {
  const url = `https://pan.baidu.com/s/${'x'.repeat(200)}`
  const { lines, shown } = textOf([work({ links: [link({ url })] }), work()], { maxLines: 5 })
  expect(lines[1]).toContain(url)
  expect(shown).toBe(1)
})

it('with details all links of a work have their sources and time', () => {
  const { lines } = textOf([work({ links: [link(), link({ key: 'quark:2', url: 'https://pan.quark.cn/s/2' })] })], {
    hasDetails: true,
  })
  expect(lines.slice(1, 3)).toEqual([
    '   quark  2 d  https://pan.quark.cn/s/1',
    '       2026-11-20 10:00 UTC, in tg:demo_share',
  ])
  expect(lines).toHaveLength(5)
})

it('speaks Chinese in a Chinese terminal', () => {
  const attributes = { ...noAttributes, episodes: { from: 1, to: 12, total: 24, complete: false }, quality: ['4K'] }
  const links = [
    link({ health: alive, password: 'a1b2' }),
    link({ type: 'baidu', url: 'https://pan.baidu.com/s/1', isFromArchive: true }),
  ]
  expect(
    textOf([work({ attributes, links, relevance: 'text' })], { language: 'zh', words: resultWords.zh }).lines,
  ).toEqual([
    '只在帖子正文里提到：',
    '1  三体 (2023)  剧集 · S1-2 · 第 1-12 集，共 24 集 · 4K · 2 条链接',
    '   quark  有效  2 天  https://pan.quark.cn/s/1  提取码 a1b2',
    '   baidu  存档  2 天  https://pan.baidu.com/s/1',
  ])
})
