// Tests how sites refuse an invalid request, and their request signatures, as their sheets describe.
import { expect, test } from 'vitest'
import { plainGet, type Reply, type Sent, textOf } from '../mock-response.ts'
import { createHotHandlers } from './handlers.ts'
import { createSteps } from './list-members.ts'

const handlers = createHotHandlers({
  seed: 1,
  now: new Date('2026-11-20T12:00:00Z'),
  stepMs: 60_000,
  lists: 'samples',
  steps: createSteps(() => 0, 60_000),
})
const browser = { 'user-agent': 'Mozilla/5.0' }

function ask(url: string, sent: Partial<Sent> = {}): Reply {
  const handler = handlers.get(new URL(url).host)
  if (handler === undefined) throw new Error(`nobody plays ${url}`)
  return handler.answer(new URL(url), { ...plainGet, ...sent })
}

function json(url: string, sent: Partial<Sent> = {}): unknown {
  const reply = ask(url, sent)
  expect(reply.status, url).toBe(200)
  return JSON.parse(textOf(reply))
}

const acfun = 'https://www.acfun.cn/rest/pc-direct/rank/channel?channelId=&subChannelId=&rankLimit=30&rankPeriod=DAY'

test.each([
  [acfun, 403, 'denied by UA ACL = blacklist'],
  ['https://blog.csdn.net/phoenix/web/blog/hot-rank?page=0&pageSize=30&type=', 521, '<html>'],
  ['https://www.guokr.com/beta/proxy/science_api/articles?limit=30', 403, ''],
  ['https://www.yystv.cn/home/get_home_docs_by_page', 403, ''],
  ['https://www.douban.com/group/explore', 418, ''],
  ['https://movie.douban.com/chart', 418, ''],
])('%s answers %i to a request without the user agent of a browser', (url, status, part) => {
  const refused = ask(url, { headers: { 'user-agent': 'undici' } })
  expect(refused.status).toBe(status)
  expect(textOf(refused)).toContain(part)
  expect(ask(url, { headers: browser }).status).toBe(200)
})

test.each([
  ['https://moment-api.huxiu.com/web-v3/moment/feed?platform=www', 'https://www.huxiu.com/moment/'],
  ['https://www.jianshu.com/', 'https://www.jianshu.com'],
  ['https://daily.zhihu.com/api/4/news/latest', 'https://daily.zhihu.com/api/4/news/latest'],
  ['https://weibo.com/ajax/side/hotSearch', 'https://weibo.com/'],
])('%s answers 403 without its referer', (url, referer) => {
  expect(ask(url, { headers: browser }).status).toBe(403)
  expect(ask(url, { headers: { ...browser, referer } }).status).toBe(200)
})

const nga = 'https://ngabbs.com/nuke.php?__lib=load_topic&__act=load_topic_reply_ladder2&opt=1&all=1'
const app = {
  'content-type': 'application/x-www-form-urlencoded',
  'x-user-agent': 'NGA_skull/7.3.1(iPhone13,2;iOS 17.2.1)',
}

test('ngabbs answers only requests of its app with the right form', () => {
  const sent = { method: 'POST', headers: app, body: '__output=14' }
  expect(json(nga, sent)).toMatchObject({ code: 0 })
  expect(json(nga, { ...sent, body: '__output=11' })).toHaveProperty('error')
  expect(json(nga, { ...sent, headers: browser })).toHaveProperty('error')
  expect(ask(nga).status).toBe(404)
})

const recommended = 'https://api-media.51cto.com/index/index/recommend?page=1&page_size=50&limit_time=0&name_en='
const token = '0123456789abcdef0123456789abcdef'

test('51cto returns a token, and the list for requests that are signed with it', () => {
  expect(json('https://api-media.51cto.com/api/token-get')).toMatchObject({ data: { data: { token } } })
  const right = `&timestamp=1700000000000&token=${token}&sign=f5cd309fcfbd217dcec26d1a0d90b238`
  expect(json(recommended + right)).toMatchObject({ data: { data: { list: expect.any(Array) } } })
  for (const wrong of [right.replace('0000&', '0001&'), right.replace('token=0', 'token=f'), ''])
    expect(ask(recommended + wrong).status).toBe(401)
})

const games = 'https://bbs-api-static.miyoushe.com/painter/wapi/getNewsList?client_type=4&last_id='

test('miyoushe names the unknown parameter, and accepts any page size', () => {
  expect(json(`${games}&gids=7&page_size=20&type=1`)).toEqual({
    retcode: 1002,
    message: '参数gids不正确',
    data: null,
  })
  expect(json(`${games}&gids=2&page_size=20&type=4`)).toMatchObject({ retcode: 1001, data: null })
  expect(json(`${games}&gids=2&page_size=999&type=1`)).toMatchObject({ retcode: 0 })
  const mirror = games.replace('-static', '').replace('/painter/', '/post/')
  expect(json(`${mirror}&gids=6&page_size=20&type=3`)).toEqual(json(`${games}&gids=6&page_size=20&type=3`))
  expect(json(`${mirror}&gids=9&page_size=20&type=1`)).toMatchObject({ retcode: 1002 })
})

const ranking = 'https://api.bilibili.com/x/web-interface/ranking/v2?rid=4&type=all'

test('bilibili gives a voucher in place of the list for a wrong sign; without one it answers', () => {
  const right = '&w_rid=10ef58ff517ef51da6705d4a4c43a7b9&wts=1789358400'
  expect(json(ranking + right)).toMatchObject({ code: 0, data: { list: expect.any(Array) } })
  expect(json(ranking)).toMatchObject({ code: 0, data: { list: expect.any(Array) } })
  const voucher = { code: 0, message: '0', ttl: 1, data: { v_voucher: 'voucher_demo' } }
  expect(json(ranking + right.replace('8400', '8401'))).toEqual(voucher)
})

test('bilibili wants the words of its search page signed', () => {
  const square = 'https://api.bilibili.com/x/web-interface/wbi/search/square?limit=50'
  const voucher = { code: 0, data: { v_voucher: 'voucher_demo' } }
  const headers = { referer: 'https://www.bilibili.com/' }
  const right = '&w_rid=c05c529dca1a176206cd26646bda140b&wts=1795176000'
  expect(json(square, { headers })).toMatchObject(voucher)
  expect(json(square + right.replace('6000', '6001'), { headers })).toMatchObject(voucher)
  expect(json(square + right, { headers })).toMatchObject({ code: 0, data: { trending: {} } })
})

test('the mobile interface of weibo sends its visitor page without a cookie', () => {
  const list = 'containerid=106003type%3D25%26t%3D3%26disable_hot%3D1%26filter_type%3Drealtimehot'
  const url = `https://m.weibo.cn/api/container/getIndex?${list}`
  const headers = { 'mweibo-pwa': '1', 'x-requested-with': 'XMLHttpRequest' }
  const refused = ask(url, { headers })
  expect([refused.status, textOf(refused)]).toEqual([200, expect.stringContaining('Sina Visitor System')])
  expect(json(url, { headers: { ...headers, cookie: 'SUB=mine' } })).toMatchObject({ ok: 1 })
})

const sina = 'https://newsapp.sina.cn/api/hotlist?newsId=HB-1-snhs%2Ftop_news_list-'
const alarms = 'http://www.nmc.cn/rest/findAlarm?pageNo=1&pageSize=20&signaltype=&signallevel='

test.each([
  [`${sina}mother`, { status: -1, msg: 'empty data', data: {} }],
  [`${sina}nobody`, { status: -1, msg: 'empty data', data: {} }],
  [`${alarms}&province=%E4%BA%91%E6%BA%AA%E7%9C%81`, { code: 0, data: { page: { list: [] } } }],
  ['https://weread.qq.com/web/bookListInCategory/rising', { books: [] }],
  ['https://apps.game.qq.com/cmc/zmMcnTargetContentList?r0=json&page=1&num=30&target=99&source=web_pc', { status: 0 }],
])('%s is empty', (url, body) => {
  expect(json(url)).toMatchObject(body)
})

test('the app of zhihu answers 401 to an invalid cookie', () => {
  const url = 'https://api.zhihu.com/topstory/hot-lists/total?limit=50'
  const refused = ask(url, { headers: { cookie: 'a=1; z_c0=bad-cookie' } })
  expect([refused.status, JSON.parse(textOf(refused))]).toMatchObject([401, { error: { code: 100 } }])
  for (const headers of [{}, { cookie: 'z_c0=mine' }]) expect(ask(url, { headers }).status).toBe(200)
})

test('a parameter that the site ignores may be missing', () => {
  expect(ask(acfun.replace('&subChannelId=', ''), { headers: browser }).status).toBe(200)
  expect(ask(acfun.replace('&rankLimit=30', ''), { headers: browser }).status).toBe(404)
})
