// Searching cached lists: matching, order, and no upstream requests.
import { describe, expect, it } from 'vitest'
import { ban } from '../../test/kit/disk.ts'
import { makeHotLists, type Rows, staying } from '../../test/kit/hot-lists.ts'
import { findRequest } from '../contract/hotlist-find.ts'
import { findItems } from './find-items.ts'
import type { HotItem } from './list-definition.ts'

function item(title: string, more: Partial<HotItem> = {}): HotItem {
  return { id: title, title, url: `https://items.site.test/${encodeURIComponent(title)}`, ...more }
}

/** Caches lists with these items and searches them. */
async function stored(all: Readonly<Record<string, readonly HotItem[]>>, besides: Rows = {}) {
  const rows = Object.entries(all).map(([id, items]) => [id, { ask: async () => [...items] }] as const)
  const made = makeHotLists({ ...Object.fromEntries(rows), ...besides })
  const { lists, list } = made
  for (const [id] of rows) {
    const asked = lists.one(list(id), { force: false, signal: staying() })
    await made.time.advance(0)
    await asked
  }
  const found = async (query: Readonly<Record<string, string>>) => {
    const coming = findItems(findRequest.parse(query), lists)
    await made.time.advance(0)
    return coming
  }
  const titles = async (q: string) => (await found({ q })).results.map((one) => one.item.title)
  return { ...made, found, titles }
}

describe('words', () => {
  it.each([
    ['电影', ['某电影上映']],
    ['ＡＩ', ['ai 芯片', 'OpenAI']],
    ['芯片 AI', ['ai 芯片']],
    ['芯片\u3000电影', []],
    ['STRASSE', ['Strasse']],
    ['影上', ['某电影上映']],
    ['.*', []],
  ])('%s are found where all of them stand, however they are written', async (q, titles) => {
    const { titles: found } = await stored({
      a: [item('某电影上映'), item('ai 芯片'), item('OpenAI'), item('Strasse')],
    })
    expect(await found(q)).toEqual(titles)
  })

  it('of few Latin letters are found at the start or the end of a word, not within one', async () => {
    const { titles: found } = await stored({
      a: [item('OpenAI 发布会'), item('AIGC 工具'), item('用AI写作'), item('He said the rain will stay in Spain')],
    })
    expect(await found('AI')).toEqual(['OpenAI 发布会', 'AIGC 工具', '用AI写作'])
    expect(await found('rai')).toEqual(['He said the rain will stay in Spain'])
  })

  it.each([
    ['台风', '颱風來襲'],
    ['pokemon', 'Pokémon'],
    ['海军罪案调查处洛杉矶', '海军罪案调查处：洛杉矶'],
    ['《三体》：', '三体'],
  ])('%s are found in %s, whatever characters, accents and punctuation it has', async (q, title) => {
    const { titles: found } = await stored({ a: [item(title)] })
    expect(await found(q)).toEqual([title])
  })

  it('may stand in any of the texts of an item, not in its addresses or across the end of a text', async () => {
    const { titles } = await stored({ a: [item('title', { hover: 'more words', info: '1.2万热度' })] })
    for (const q of ['title', 'more', '热度', 'title words 热度']) expect(await titles(q), q).toEqual(['title'])
    for (const q of ['items', 'https', 'titlemore']) expect(await titles(q), q).toEqual([])
  })

  it('that are banned are found nowhere, and the others keep their rank', async () => {
    const { found, bans } = await stored({ a: [item('pear one'), item('pear two')] })
    await ban(bans, 'word', 'one')
    const { total, results } = await found({ q: 'pear' })
    expect([total, results.map((one) => [one.item.rank, one.item.title])]).toEqual([1, [[2, 'pear two']]])
  })
})

describe('what is found', () => {
  it('comes by rank, and of one rank in the order of the lists, so that none floods the others', async () => {
    const words = (...all: string[]) => all.map((word) => item(word))
    const { found } = await stored({ a: words('x1', 'x2', 'x3'), b: words('no', 'x4'), c: words('x5') })
    const { results } = await found({ q: 'x' })
    expect(results.map((one) => `${one.id}${one.item.rank}`)).toEqual(['a1', 'c1', 'a2', 'b2', 'a3'])
    expect((await found({ q: 'x' })).results).toEqual(results)
    const few = await found({ q: 'x', limit: '2' })
    expect([few.count, few.total, few.results]).toEqual([2, 5, results.slice(0, 2)])
  })

  it('has its list with it, and how old and how stale that is', async () => {
    const { found, time } = await stored({ a: [item('x', { hot: 7, icon: 'https://items.site.test/i.png' })] })
    await time.advance(59_000)
    const at = time.now() - 59_000
    const one = { id: 'a', name: 'site a', color: '#336699', column: 'tech', updatedAt: at }
    const words = {
      id: 'x',
      title: 'x',
      url: 'https://items.site.test/x',
      rank: 1,
      hot: 7,
      extra: { icon: 'https://items.site.test/i.png' },
    }
    expect((await found({ q: 'x' })).results).toEqual([{ ...one, stale: false, item: words }])
    await time.advance(1_000)
    expect((await found({ q: 'x' })).results).toEqual([{ ...one, stale: true, item: words }])
  })

  it('is empty when nothing is cached, and no site is requested', async () => {
    const { found, sites } = await stored({ a: [item('x')] }, { b: {}, off: { isOff: true } })
    sites.says('b', 'x')
    expect(await found({ q: 'x' })).toMatchObject({ count: 1, searched: 1, lists: 2, missing: ['b'] })
    expect(await found({ q: 'x', column: 'game' })).toMatchObject({ count: 0, searched: 0, lists: 0, results: [] })
    expect(sites.asked).toEqual([])
  })
})

describe('a request', () => {
  it.each([
    [{}, 'q'],
    [{ q: ' ' }, 'q'],
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ q: '\u0000' }, 'q'],
    [{ q: 'x', limit: '0' }, 'limit'],
    [{ q: 'x', limit: '201' }, 'limit'],
    [{ q: 'x', column: 'nowhere' }, 'column'],
  ])('of %j is refused by the name of its parameter', (query, name) => {
    expect(findRequest.safeParse(query).error?.issues[0]?.path).toEqual([name])
  })
})
