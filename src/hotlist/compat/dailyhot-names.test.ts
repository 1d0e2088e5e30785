// List names of DailyHotApi and NewsNow.
import { expect, test } from 'vitest'
import { createVersionCounters } from '../../upstream/cache/versions.ts'
import { createLists } from '../lists.ts'
import { loadHotLists } from '../load-lists.ts'
import { createDailyHotNames, type DailyHotName } from './dailyhot-names.ts'

const quiet = { warn: () => undefined, error: () => undefined }
const ours = await loadHotLists({}, quiet)
const names = createDailyHotNames({ all: [...ours.values()] })
/** 20 November in China. */
const now = new Date(Date.UTC(2026, 10, 20))

/** All routes of DailyHotApi, from its documentation and its index. */
const theirs =
  '36kr 51cto 52pojie acfun baidu bilibili coolapk csdn dgtle douban-group douban-movie douyin earthquake gameres geekpark genshin github guokr hackernews hellogithub history honkai hostloc hupu huxiu ifanr ithome ithome-xijiayi jianshu juejin kuaishou linuxdo lol miyoushe netease-news newsmth ngabbs nodeseek nytimes producthunt qq-news sina sina-news smzdm sspai starrail thepaper tieba toutiao v2ex weatheralarm weibo weread yystv zhihu zhihu-daily'

function named(name: string): DailyHotName {
  const found = names.find(name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

test('all 56 names of DailyHotApi mean lists that there are, and come first', () => {
  const expected = theirs.split(' ')
  expect(expected.length).toBe(56)
  expect(names.all.slice(0, 56).map(({ name }) => name)).toEqual(expected.toSorted())
  expect(expected.filter((name) => !named(name).list.isEnabled)).toEqual(['jianshu'])
})

test.each([
  ['36kr', {}, '36kr-renqi'],
  ['36kr', { type: 'collect' }, '36kr-collect'],
  ['bilibili', {}, 'bilibili-ranking'],
  ['bilibili', { type: '188' }, 'bilibili-rank-tech'],
  ['hupu', {}, 'hupu'],
  ['ithome', {}, 'ithome-rank'],
  ['linuxdo', {}, 'linuxdo-weekly'],
  ['smzdm', {}, 'smzdm-day'],
  ['v2ex', {}, 'v2ex-hot'],
  ['v2ex', { type: 'latest' }, 'v2ex-latest'],
  ['acfun', { range: 'WEEK' }, 'acfun-week'],
  ['acfun', { type: '155', range: 'DAY' }, 'acfun-bangumi'],
  ['miyoushe', {}, 'honkai'],
  ['miyoushe', { type: '2' }, 'honkai-event'],
  ['miyoushe', { game: '6', type: '3' }, 'starrail-news'],
  ['nytimes', { type: 'global' }, 'nytimes-global'],
  ['nytimes', { area: 'global' }, 'nytimes-global'],
  ['hellogithub', { sort: 'all' }, 'hellogithub-all'],
  ['weatheralarm', { province: '广东省' }, 'weatheralarm-guangdong'],
  ['history', {}, 'history'],
  ['history', { month: '11', day: '20' }, 'history'],
  ['sspai', { type: '应用推荐' }, 'sspai-app'],
  ['sina-news', { type: '11' }, 'sina-news-mil'],
  ['juejin', { type: '6809637767543259144' }, 'juejin-frontend'],
])('%s with %o is %s', (name, sent, id) => {
  expect(named(name).choose(sent, now).id).toBe(id)
})

test('every value that an answer names leads to an enabled list', () => {
  let tried = 0
  for (const { params, choose } of names.all) {
    const [first, ...others] = Object.entries(params)
    if (!first || others.length > 0) continue
    const [key, { type }] = first
    for (const value of Object.keys(type)) {
      tried += 1
      expect(choose({ [key]: value }, now).isEnabled, `${key}=${value}`).toBe(true)
    }
  }
  expect(tried).toBeGreaterThan(80)
})

test('a value that is none is refused with those that are; two that do not go together, and any day but today, too', () => {
  expect(() => named('v2ex').choose({ type: 'share' }, now)).toThrow(
    'type: must be one of hot (最热主题), latest (最新主题)',
  )
  expect(() => named('sspai').choose({ type: 'x' }, now)).toThrow('type: must be one of 热门文章, 应用推荐')
  expect(() => named('acfun').choose({ type: '155', range: 'WEEK' }, now)).toThrow(
    'type and range: no list has this combination; available are type=-1&range=DAY, type=-1&range=THREE_DAYS',
  )
  for (const sent of [{ month: '1' }, { month: '11', day: '21' }, { day: 'x' }])
    expect(() => named('history').choose(sent, now)).toThrow(
      'only today is available, which is month=11&day=20 in China',
    )
})

test('every other list is named by its own id, and is listed unless a name of DailyHotApi leads to it', () => {
  const received = new Set(names.all.map(({ name }) => name))
  for (const { id } of ours.values()) expect(named(id).name).toBe(id)
  expect(named('v2ex-share').list.id).toBe('v2ex-share')
  expect([received.has('v2ex-share'), received.has('v2ex-hot'), received.has('36kr-video')]).toEqual([
    true,
    false,
    false,
  ])
  expect([names.find('nobody'), names.find('__proto__'), names.find('')]).toEqual([undefined, undefined, undefined])
})

test('without the list of a name there is no such name', () => {
  const some = createDailyHotNames({ all: [...ours.values()].filter(({ id }) => id === 'weibo' || id === 'mine') })
  expect(some.all.map(({ name }) => name)).toEqual(['weibo'])
})

/** All ids of NewsNow, with the list that each short id means there. */
const newsNowIds =
  'v2ex-share zhihu weibo zaobao coolapk mktnews-flash wallstreetcn-quick wallstreetcn-news wallstreetcn-hot 36kr-quick 36kr-renqi douyin hupu dongqiudi aihot tieba toutiao ithome thepaper sputniknewscn cankaoxiaoxi pcbeta-windows11 pcbeta-windows cls-telegraph cls-depth cls-hot xueqiu-hotstock gelonghui fastbull-express fastbull-news solidot hackernews producthunt github-trending-today bilibili-hot-search bilibili-hot-video bilibili-ranking kuaishou kaopu jin10 baidu linuxdo-latest linuxdo-hot ghxi smzdm nowcoder sspai juejin ifeng chongbuluo-latest chongbuluo-hot douban steam tencent-hot freebuf qqvideo-tv-hotsearch iqiyi-hot-ranklist'
const newsNowShort = {
  v2ex: 'v2ex-share',
  mktnews: 'mktnews-flash',
  wallstreetcn: 'wallstreetcn-quick',
  '36kr': '36kr-quick',
  pcbeta: 'pcbeta-windows11',
  cls: 'cls-telegraph',
  xueqiu: 'xueqiu-hotstock',
  fastbull: 'fastbull-express',
  github: 'github-trending-today',
  bilibili: 'bilibili-hot-search',
  linuxdo: 'linuxdo-latest',
  chongbuluo: 'chongbuluo-latest',
  tencent: 'tencent-hot',
  qqvideo: 'qqvideo-tv-hotsearch',
  iqiyi: 'iqiyi-hot-ranklist',
}

test('all 57 ids and 15 short ids of NewsNow mean the same lists here', () => {
  const unasked = () => {
    throw new Error('nobody is asked')
  }
  const asking = { ask: unasked, known: unasked, refresh: unasked }
  const lists = createLists({
    ...{ all: ours, asking, versions: createVersionCounters(), kept: unasked, shown: (items) => items, touch: unasked },
    epochMs: () => now.getTime(),
  })
  const ids = newsNowIds.split(' ')
  expect([ids.length, Object.keys(newsNowShort).length]).toEqual([57, 15])
  expect(ids.filter((id) => lists.find(id)?.id !== id)).toEqual([])
  for (const [short, id] of Object.entries(newsNowShort)) expect(lists.find(short)?.id, short).toBe(id)
})
