// Tests lists that share one body but have several URLs: each list is independent and repeats its parameters.
import { expect, test } from 'vitest'
import { plainGet, type Reply, type Sent, textOf } from '../mock-response.ts'
import { createHotHandlers } from './handlers.ts'
import { createSteps } from './list-members.ts'

const steps = createSteps(() => 0, 60_000)
const handlers = createHotHandlers({
  seed: 1,
  now: new Date('2026-11-20T12:00:00Z'),
  stepMs: 60_000,
  lists: 'growing',
  steps,
})

function ask(url: string, sent: Partial<Sent> = {}): Reply {
  const handler = handlers.get(new URL(url).host)
  if (handler === undefined) throw new Error(`nobody plays ${url}`)
  return handler.answer(new URL(url), { ...plainGet, headers: { 'user-agent': 'Mozilla/5.0' }, ...sent })
}

function textAt(url: string, step = 3): string {
  steps.set(step)
  const reply = ask(url)
  expect(reply.status, url).toBe(200)
  return textOf(reply)
}

function all(text: string, form: RegExp): readonly string[] {
  return [...text.matchAll(form)].map(([, found = '']) => found)
}

const acfun = 'https://www.acfun.cn/rest/pc-direct/rank/channel?subChannelId=&rankLimit=30'
const sinaNews = '.sina.com.cn/ws/GetTopDataList.php?top_type=day&top_show_num=50'
const alarms = 'http://www.nmc.cn/rest/findAlarm?pageNo=1&pageSize=20&signaltype=&signallevel=&province='
const games = 'https://bbs-api-static.miyoushe.com/painter/wapi/getNewsList?client_type=4&last_id='

const families: ReadonlyArray<readonly [name: string, urls: readonly string[], title: RegExp, size: number]> = [
  [
    'acfun',
    ['DAY', 'THREE_DAYS', 'WEEK']
      .map((period) => `${acfun}&channelId=&rankPeriod=${period}`)
      .concat([155, 1, 60, 201, 58, 123, 59, 70, 68, 69, 125].map((id) => `${acfun}&channelId=${id}&rankPeriod=DAY`)),
    /"contentTitle": "(.+?)"/g,
    30,
  ],
  [
    'sina-news',
    ['news_china', 'news_world', 'news_society', 'news_mil'].map(
      (board) => `https://top.news${sinaNews}&top_cat=${board}_suda&top_time=20261120`,
    ),
    /"title":"(.+?)"/g,
    49,
  ],
  ['weatheralarm', ['', '广东省', '北京市'].map((province) => alarms + province), /"alertid": "(\w+)"/g, 20],
  [
    'miyoushe',
    [3, 4, 5, 8].flatMap((game) => [1, 2, 3].map((type) => `${games}&gids=${game}&page_size=30&type=${type}`)),
    /"subject": "(.+?)"/g,
    30,
  ],
  [
    'weread',
    ['rising', 'newbook', 'all'].map((list) => `https://weread.qq.com/web/bookListInCategory/${list}?rank=1`),
    /"bookInfo": \{"bookId": "(\d+)"/g,
    20,
  ],
  [
    '52pojie',
    ['digest', 'hot', 'new'].map((view) => `https://www.52pojie.cn/forum.php?mod=guide&view=${view}&rss=1`),
    /thread-(\d+)-/g,
    50,
  ],
]

test.each(families)('the lists of %s have members of their own, and change', (_name, urls, form, size) => {
  const titles = urls.map((url) => all(textAt(url), form))
  expect(titles.map((list) => new Set(list).size)).toEqual(urls.map(() => size))
  // Two lists may share a few members by chance, but must never be equal.
  for (const [at, list] of titles.entries())
    for (const other of titles.slice(at + 1))
      expect(new Set(list).difference(new Set(other)).size).toBeGreaterThan(size / 2)
  for (const [at, url] of urls.entries()) expect(all(textAt(url, 4), form)).not.toEqual(titles[at])
})

test('the second upstream of an alike list has the members of the first', () => {
  const ids = (url: string) => all(textAt(url), /"item_id": "(\w+)"/g)
  for (const sort of ['featured', 'all']) {
    const first = ids(`https://api.hellogithub.com/v1/?sort_by=${sort}&page=1&rank_by=newest&tid=all`)
    expect(first.length).toBe(20)
    expect(ids(`https://abroad.hellogithub.com/v1/?sort_by=${sort}&tid=&page=1`)).toEqual(first)
  }
})

test('a list has as many members as the URL asks for, or the default number when that is invalid', () => {
  const amounts = [
    [5, 5],
    [20, 20],
    [999, 20],
    [0, 20],
  ] as const
  for (const [asked, given] of amounts)
    expect(all(textAt(`${games}&gids=2&page_size=${asked}&type=1`), /"post_id": "(\d+)"/g).length).toBe(given)
  const news = textAt('https://sso.ifanr.com/api/v5/wp/buzz/?limit=7&offset=0')
  expect(JSON.parse(news)).toMatchObject({ meta: { limit: 7 }, objects: { length: 7 } })
})

test('a body repeats the parameters of its URL: the day, the board, the name of a variable, the game', () => {
  const board = textAt(`https://top.tech${sinaNews}&top_cat=tech_news_suda&top_time=20270101&js_var=mine`)
  expect(board).toMatch(/^var mine = \{"conf":\{"top_cat":"tech_news_suda","top_time":"20270101"/)
  expect(new Set(all(board, /"top_time":"(\d+)"/g))).toEqual(new Set(['20270101']))
  const script = textAt(`https://top.tech${sinaNews}&top_cat=tech_news_suda&top_time=20270101&js_var=%3Cscript%3E`)
  expect(script).toMatch(/^var data = /)
  expect(new Set(all(textAt(`${games}&gids=4&page_size=30&type=2`), /"game_id": (\d)/g))).toEqual(new Set(['4']))
})

test('a list that also has a recording grows', () => {
  const ids = all(textAt('https://www.v2ex.com/api/topics/hot.json'), /"id": (\d+), "title"/g)
  expect(ids.length).toBe(20)
  expect(all(textAt('https://www.v2ex.com/api/topics/hot.json', 9), /"id": (\d+), "title"/g)).not.toEqual(ids)
})

test('times outside of the items are of the moment', () => {
  const story = ask('https://daily.zhihu.com/api/4/news/latest', {
    headers: { referer: 'https://daily.zhihu.com/api/4/news/latest' },
  })
  expect(textOf(story)).toMatch(/^\{"date": "20261120"/)
  expect(textAt('https://rss.nodeseek.com/', 60)).toContain('<lastBuildDate>Fri, 20 Nov 2026 13:00:00 GMT<')
})

test('52pojie stays GBK, in its XML declaration and in its bytes', () => {
  steps.set(3)
  const reply = ask('https://www.52pojie.cn/forum.php?mod=guide&view=hot&rss=1')
  const bytes = Buffer.from(reply.body)
  expect(reply.headers).toEqual({ 'content-type': 'application/xml' })
  expect(bytes.includes(Buffer.from('吾爱破解'))).toBe(false)
  expect(new TextDecoder('gbk', { fatal: true }).decode(bytes)).toContain('<title>吾爱破解 - 导读')
  expect(textOf(reply)).not.toMatch(/\ufffd|&#\d/)
})

test('the history calendar has every month, the same at every step', () => {
  const months = ['01', '02', '11', '12'].map((month) => {
    const url = `https://baike.baidu.com/cms/home/eventsOnHistory/${month}.json?_=1795190400000`
    expect(textAt(url, 1)).toBe(textAt(url, 500))
    return Object.keys(JSON.parse(textAt(url)))[0]
  })
  expect(months).toEqual(['01', '02', '11', '12'])
  expect(ask('https://baike.baidu.com/cms/home/eventsOnHistory/13.json?_=1795190400000').status).toBe(404)
})
