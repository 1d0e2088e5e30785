// Lists are found by exact text and pinyin, without fuzzy matching.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadFolding } from '../components/folding.ts'
import { type Findable, findLists, matches } from './pinyin.ts'

await loadFolding()

const weibo = record('weibo', '微博', '实时热搜', 'wei bo shi shi re sou', 'https://weibo.com')
const baidu = record('baidu', '百度热搜', undefined, 'bai du re sou', 'https://www.baidu.com')
const tieba = record('tieba', '百度贴吧', '热议', 'bai du tie ba re yi', 'https://tieba.baidu.com')
const news = record('hackernews', 'Hacker News', undefined, undefined, 'https://news.ycombinator.com/')
const github = record('github-trending-weekly', 'GitHub 趋势 · 周榜', undefined, 'github qu shi zhou bang')
const zhihu = record('zhihu', '知乎', undefined, 'zhi hu', 'https://www.zhihu.com')
const daily = record('zhihu-daily', '知乎日报', undefined, 'zhi hu ri bao', 'https://daily.zhihu.com')
const travel = record('sina-travel', '新浪网 · 旅游热榜', undefined, 'xin lang wang lv you re bang')
const steam = record('steam', 'Steam', '在线人数', 'steam zai xian ren shu')
const records = [weibo, baidu, tieba, news, github, zhihu, daily, travel, steam]

function record(id: string, name: string, title?: string, pinyin?: string, home = 'https://example.org/'): Findable {
  return { id, name, home, ...(title ? { title } : {}), ...(pinyin ? { pinyin } : {}) }
}

/** The rank, or a number worse than every rank. */
function rank(list: Findable, typed: string): number {
  return matches(list, typed) ?? Number.POSITIVE_INFINITY
}

describe('what a list is found by', () => {
  it.each([
    ['微博', weibo],
    ['实时', weibo],
    ['热搜', weibo],
    ['搜', baidu],
    ['weibo', weibo],
    ['wei bo', weibo],
    ["wei'bo", weibo],
    ['WeiBo', weibo],
    ['ｗｅｉｂｏ', weibo],
    ['weib', weibo],
    ['wb', weibo],
    ['wbss', weibo],
    ['rs', weibo],
    ['resou', weibo],
    ['微b', weibo],
    ['wei博', weibo],
    ['微博 rs', weibo],
    ['weibo 热搜', weibo],
    ['bdrs', baidu],
    ['hacker', news],
    ['hackernews', news],
    ['hn', news],
    ['ycombinator', news],
    ['hub', github],
    ['github周榜', github],
    ['github zb', github],
    ['gqs', github],
    ['weekly', github],
    ['news.ycombinator', news],
    ['zhh', zhihu],
    ['zh', zhihu],
    ['lvyou', travel],
    ['lüyou', travel],
    ['trending-weekly', github],
    ['steam zx', steam],
    ['熱搜', weibo],
    ['Hacker-News', news],
    ['知乎·日報', daily],
  ])('%s finds its list', (typed, list) => {
    expect(matches(list, typed)).toBeTypeOf('number')
  })

  it.each([
    ['', weibo],
    ['  ', weibo],
    ['·', weibo],
    ['eibo', weibo],
    ['ei', weibo],
    ['weibu', weibo],
    ['wibo', weibo],
    ['bw', weibo],
    ['微百', weibo],
    ['微博 抖音', weibo],
    ['热微', weibo],
    ['e', news],
    ['hackernewsx', news],
  ])('“%s” does not', (typed, list) => {
    expect(matches(list, typed)).toBeUndefined()
  })

  it('an address is found from the beginning of any of its parts, not from within one', () => {
    expect(matches(news, 'ycom')).toBeTypeOf('number')
    expect(matches(news, 'combinator')).toBeUndefined()
  })

  it('a list whose pinyin does not fit its name is found by its writing, its id and its home', () => {
    const odd = record('odd', '奇怪', undefined, 'qi guai le', 'https://strange.example/')
    expect([matches(odd, '奇怪'), matches(odd, 'odd'), matches(odd, 'strange')].includes(undefined)).toBe(false)
    expect(matches(odd, 'qiguai')).toBeUndefined()
  })

  it('a list without a home that is an address is found all the same', () => {
    expect(matches({ ...weibo, home: '' }, '微博')).toBeTypeOf('number')
  })
})

describe('which list comes first', () => {
  it.each([
    ['the whole name goes before the beginning of one', '知乎', ['zhihu', 'zhihu-daily']],
    ['the whole name goes before the beginning of one', 'zhihu', ['zhihu', 'zhihu-daily']],
    ['a name goes before a title', '热搜', ['baidu', 'weibo']],
    ['a name goes before a title', 'resou', ['baidu', 'weibo']],
    ['a name goes before a title', 'rs', ['baidu', 'weibo', 'steam']],
    ['a name goes before the middle of an address', 'baidu', ['baidu', 'tieba']],
    ['lists that fit alike stay in their order', '热', ['baidu', 'tieba', 'weibo', 'sina-travel']],
  ])('%s: %s', (_, typed, expected) => {
    expect(findLists(records, typed).map(({ id }) => id)).toEqual(expected)
  })

  it('a name that several lists of a site have means none of them more than another', () => {
    const novels = record('baidu-novel', '百度 · 小说', undefined, 'bai du xiao shuo', 'https://www.baidu.com')
    for (const typed of ['百度', 'bd', 'baid']) expect(findLists([baidu, novels], typed)).toEqual([baidu, novels])
  })

  it('all the initials of a name go before the beginning of one', () => {
    const china = record('china', '中国', undefined, 'zhong guo')
    expect(findLists([china, zhihu], 'zh')).toEqual([zhihu, china])
    expect(findLists([china, zhihu], 'zho')).toEqual([china])
  })

  const elsewhere = record('x', 'X', undefined, undefined, 'https://a.baidu.com')
  it.each<[string, Parameters<typeof rank>, Parameters<typeof rank>]>([
    ['the beginning of a name goes before its middle', [baidu, '百度'], [baidu, '热搜']],
    ['the beginning of a name goes before its middle', [baidu, 'baidu'], [baidu, 'resou']],
    ['the beginning of a name goes before its middle', [baidu, 'bd'], [baidu, 'rs']],
    ['the beginning of a title goes before its middle', [weibo, '实时'], [weibo, '热搜']],
    ['what is typed in full goes before initials', [weibo, 'weibo'], [weibo, 'wb']],
    ['what is typed in full goes before initials', [weibo, 'resou'], [weibo, 'rs']],
    ['a name goes before the middle of an address', [tieba, 'baidu'], [elsewhere, 'baidu']],
  ] as const)('%s: %s, %s', (_, better, worse) => {
    expect(rank(...better)).toBeLessThan(rank(...worse))
  })

  it('a title that stands in the name counts as a title', () => {
    expect(rank(github, '周榜')).toBe(rank(record('g', 'GitHub', '周榜', 'github zhou bang'), '周榜'))
  })

  it('of several words the one that fits worst decides', () => {
    expect(matches(weibo, '微博 rs')).toBe(matches(weibo, 'rs'))
  })
})

describe('whatever is typed', () => {
  it('every beginning of how a list sounds finds it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(weibo, baidu, tieba, zhihu, daily),
        fc.integer({ min: 1, max: 30 }),
        (list, length) => {
          const typed = (list.pinyin ?? '').slice(0, length).trim()
          expect(matches(list, typed)).toBeTypeOf('number')
          expect(matches(list, typed.replaceAll(' ', ''))).toBeTypeOf('number')
        },
      ),
    )
  })

  it('it is answered without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
        for (const list of records) expect(matches(list, typed) ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('initials that repeat for long do not take long', () => {
    const long = record('long', '事'.repeat(60), undefined, Array(60).fill('e').join(' '))
    expect(matches(long, `${'e'.repeat(59)}x`)).toBeUndefined()
  })
})
