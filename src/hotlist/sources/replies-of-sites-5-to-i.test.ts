// What the sites of the lists from `52pojie` to `iqiyi` reply beyond their fixtures: refusals, rows that are no entries, values in other forms.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askBuiltIn, makeAskingBuiltIn } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

function feedOf(...entries: readonly string[]): string {
  return `<rss version="2.0"><channel><title>x</title>${entries.map((entry) => `<item>${entry}</item>`).join('')}</channel></rss>`
}

test('acfun: what has no number of a video, or a blank one, is an article; what has no number at all is left out', async () => {
  const row = { contentTitle: '纸箱', likeCount: 3, viewCount: 90 }
  const rankList = [{ ...row, dougaId: '5', contentId: 5 }, { ...row, dougaId: '', contentId: 6 }, row]
  const { items } = await askBuiltIn('acfun', () => ({ result: 0, rankList }))
  expect(items).toMatchObject([
    { id: '5', url: 'https://www.acfun.cn/v/ac5', mobileUrl: 'https://m.acfun.cn/v/?ac=5', hot: 3 },
    { id: '6', url: 'https://www.acfun.cn/a/ac6', mobileUrl: 'https://m.acfun.cn/a/?ac=6', hot: 90 },
  ])
})

test('aihot: the API gets the client name that the operator has set', async () => {
  const items = [{ id: 'n1', title: '纸鹤', url: 'https://blog.example/1' }]
  const { ask, asked } = await makeAskingBuiltIn('aihot', ({ url }) =>
    url.pathname === '/feed/all.xml' ? 404 : { items },
  )
  await ask()
  await ask({ AIHOT_USER_AGENT: 'crane-watch (mail@example.org)' })
  const toInterface = asked.filter(({ url }) => url.pathname !== '/feed/all.xml')
  expect(toInterface.map(({ headers }) => headers['user-agent'])).toEqual([
    expect.stringMatching(/^Mozilla.* Trawl /),
    expect.stringMatching(/^Mozilla.* crane-watch \(mail@example\.org\)$/),
  ])
})

test('aihot: the feed is asked first, and the interface where it has nothing', async () => {
  const items = [{ id: 'n2', title: '灯塔', url: 'https://blog.example/2' }]
  const site = (feed: unknown) =>
    askBuiltIn('aihot', ({ pathname }) => (pathname === '/feed/all.xml' ? feed : { items }))
  expect((await site(feedOf('<title>纸鹤</title><link>https://blog.example/1</link><guid>n1</guid>'))).ids).toEqual([
    'n1',
  ])
  expect(await site(404)).toMatchObject({ ids: ['n2'], bypassed: { kind: 'mismatch' } })
})

test('52pojie: a thread is known by its number however its address is written', async () => {
  const links = ['thread-11-1-1.html', 'forum.php?mod=viewthread&amp;tid=12&amp;page=1']
  const entries = links.map((link) => `<title>题</title><link>https://www.52pojie.cn/${link}</link>`)
  expect((await askBuiltIn('52pojie', () => feedOf(...entries))).ids).toEqual(['11', '12'])
})

const [rain, hotSearch] = [{ word: '秋雨', rawUrl: 'https://www.baidu.com/s?wd=rain' }, { component: 'hotList' }]

function baiduPage(data: unknown): string {
  return `<html><!--s-data:${JSON.stringify(data)}--></html>`
}

function cardsOf(...cards: readonly unknown[]): string {
  return baiduPage({ cards })
}

test.each([
  ['the list is not the first card', { data: { cards: [{ component: 'tab' }, { ...hotSearch, content: [rain] }] } }],
  ['the cards stand above', { cards: [{ ...hotSearch, content: [rain] }] }],
  ['the card has no name', { data: { cards: [{ component: null, content: [rain] }] } }],
  ['the list stands deeper', { data: { cards: [{ content: [{ content: [rain] }] }] } }],
  ['others are pinned', { data: { cards: [{ ...hotSearch, content: [{ word: '霜', isTop: true }, rain] }] } }],
  ['a text looks like the end', { data: { cards: [{ ...hotSearch, content: [{ ...rain, desc: '}-->"' }] }] } }],
])('baidu: the list is found where %s', async (_where, data) => {
  expect((await askBuiltIn('baidu-game', () => baiduPage(data))).ids).toEqual(['秋雨'])
})

test('baidu: an entry of a subject that says little has the address of the search for it, and no heat of 0', async () => {
  const content = [
    { title: '纸鹤', hotScore: '0', show: [' 类型：剧情 ', ''], imgInfo: { src: '//img.test/1.png' } },
    { word: '秋雨', url: 'https://m.baidu.com/s?word=rain' },
    { query: '无名' },
  ]
  const page = baiduPage({ data: { cards: [{ ...hotSearch, content }] } })
  const [search, other] = ['https://www.baidu.com/s?wd=%E7%BA%B8%E9%B9%A4', 'https://m.baidu.com/s?word=rain']
  expect((await askBuiltIn('baidu-novel', () => page)).items).toEqual([
    { id: '纸鹤', title: '纸鹤', url: search, mobileUrl: search, info: '类型：剧情', icon: 'https://img.test/1.png' },
    { id: '秋雨', title: '秋雨', url: other, mobileUrl: other },
  ])
})

function cankaoxiaoxiChannel(id: string, publishTime: string | null) {
  return { list: [{ data: { id, title: id, url: `https://ckxxapp.ckxx.net/${id}.html`, publishTime } }] }
}

test('cankaoxiaoxi: a channel that fails does not cost the others, which are in the order of time', async () => {
  const channels: Readonly<Record<string, unknown>> = {
    zhongguo: cankaoxiaoxiChannel('early', '2026-07-06 08:00:00'),
    guandian: '<html>maintenance</html>',
    gj: {
      list: [...cankaoxiaoxiChannel('unknown', null).list, ...cankaoxiaoxiChannel('late', '2026-07-06 09:00:00').list],
    },
  }
  const { ids, lacking } = await askBuiltIn(
    'cankaoxiaoxi',
    ({ pathname }) => channels[pathname.split('/').at(-2) ?? ''],
  )
  expect(ids).toEqual(['late', 'early', 'unknown'])
  expect(lacking).toMatchObject({ kind: 'mismatch' })
})

test.each([
  ['cls-depth', (rows: unknown) => ({ depth_list: rows })],
  ['cls-hot', (rows: unknown) => rows],
])('%s has no advertisements either', async (id, wrapped) => {
  const given = [1, 0].map((is_ad) => ({ id: is_ad, title: '稿件', is_ad }))
  expect((await askBuiltIn(id, () => ({ errno: 0, data: wrapped(given) }))).ids).toEqual(['0'])
})

test('cls: flags of advertisements and times may be texts', async () => {
  const row = { title: '', brief: '电报', ctime: '1783309860' }
  const given = [
    { ...row, id: 3, is_ad: '1' },
    { ...row, id: 2, is_ad: '0' },
    { ...row, id: 1 },
  ]
  const { items, ids } = await askBuiltIn('cls-telegraph', () => ({ errno: 0, data: { roll_data: given } }))
  expect(ids).toEqual(['2', '1'])
  expect(items[0]).toMatchObject({ title: '电报', pubDate: 1_783_309_860_000 })
})

test('dgtle: an entry of the site is a live report if it has a status, else an article if it has a category', async () => {
  const dataList = [
    { id: 1, title: '甲', live_status: 2, category_name: '数码' },
    { id: 2, title: '乙', live_status: 0, category_name: '数码' },
    { id: 3, title: ' ', content: '<p>丙</p>', live_status: null },
  ]
  const { items } = await askBuiltIn('dgtle', ({ host }) => (host === 'www.dgtle.com' ? { data: { dataList } } : 500))
  expect(items.map(({ title, url }) => [title, url])).toEqual([
    ['甲', 'https://www.dgtle.com/live-1-1.html'],
    ['乙', 'https://www.dgtle.com/article-2-1.html'],
    ['丙', 'https://www.dgtle.com/news-3-1.html'],
  ])
})

test('dongqiudi: advertisements are left out, and an article without an address has that of its id', async () => {
  const articles = [
    { id: 1, title: '无时间', share: '', url: null, top: true },
    { id: 2, title: '推广', is_business_ad: 1, created_at: '2026-07-06 11:59:00' },
    { id: 3, title: '早', share: 'https://example.com/3', created_at: '2026-07-06 09:00:00', is_business_ad: '0' },
    { id: 4, title: '晚', url: 'https://example.com/4', created_at: '2026-07-06 10:00:00' },
  ]
  const { items } = await askBuiltIn('dongqiudi', () => ({ articles }))
  expect(items.map(({ id, url }) => [id, url])).toEqual([
    ['4', 'https://example.com/4'],
    ['3', 'https://example.com/3'],
    ['1', 'https://www.dongqiudi.com/article/1'],
  ])
})

test('douban-group: a topic without a number is left out, one without likes has no heat', async () => {
  const topic = (href: string) => `<div class="channel-item"><h3><a href="${href}">题</a></h3></div>`
  const page = `<div class="article">${topic('/group/explore')}${topic('/group/topic/7/?_i=1#c')}</div>`
  const url = 'https://www.douban.com/group/topic/7/'
  const mobileUrl = 'https://m.douban.com/group/topic/7/'
  expect((await askBuiltIn('douban-group', () => page)).items).toEqual([{ id: '7', title: '题', url, mobileUrl }])
})

const quake = { id: 2, oriTime: '2026-01-05 10:45:30', locName: '某县', epiLat: null, epiLon: null, focDepth: null }

test.each([
  [4, '某县发生4.0级地震'],
  ['4.0', '某县发生4.0级地震'],
  ['', undefined],
  ['-', undefined],
  [null, undefined],
])('earthquake: a magnitude of %o makes the title %s', async (magnitude, title) => {
  const data = [
    { ...quake, magnitude },
    { ...quake, id: 1, magnitude: 3.1 },
  ]
  const { items } = await askBuiltIn('earthquake', () => ({ code: 0, data }))
  expect(items.find(({ id }) => id === '2')?.title).toBe(title)
  expect(items.at(-1)?.hover).toBe('发震时刻(UTC+8)：2026-01-05 10:45:30\n参考位置：某县\n震级(M)：3.1')
})

test('earthquake: a catalogue without any earthquake is not accepted: the older page serves, and the failure is reported', async () => {
  const row = { NEW_DID: 'CC1', O_TIME: quake.oriTime, LOCATION_C: '某县', M: '3.8', EPI_DEPTH: 5 }
  const page = `<script>const newdata=${JSON.stringify([row])};</script>`
  const empty = { code: 0, message: '', data: [] }
  expect(await askBuiltIn('earthquake', ({ host }) => (host === 'www.cenc.ac.cn' ? empty : page))).toMatchObject({
    ids: ['CC1'],
    bypassed: { kind: 'mismatch', message: 'the list is empty' },
  })
})

test('fastbull: a flash of the older form has an id of its own, and its time under another name', async () => {
  const page = `
    <div class="news-list" data-id="1" data-time="1783308600000"><span class="title_name">央行公布数据</span></div>
    <div class="news-list" data-id="2"><div class="shear_box" data-href="/cn/fastshort/2_1"></div>
      <span class="title_name">【指数收涨】  多数 板块
      走高</span></div>`
  expect((await askBuiltIn('fastbull-express', () => page)).items).toEqual([
    { id: '1', title: '央行公布数据', url: 'https://www.fastbull.com/cn/fastshort/1', pubDate: 1_783_308_600_000 },
    { id: '/cn/fastshort/2_1', title: '指数收涨', url: 'https://www.fastbull.com/cn/fastshort/2_1' },
  ])
})

test('fastbull: a short headline, or a bracket later in the text, is not the title', async () => {
  const flash = (id: string, text: string) =>
    `<li class="content-list news-list" data-id="${id}"><b class="title_name">${text}</b></li>`
  const page = `<ul class="news-list">${flash('1', '【行情】黄金走高【期货开盘】')}${flash('2', '【期货开盘】原油高开')}</ul>`
  const { items } = await askBuiltIn('fastbull-express', () => page)
  expect(items.map(({ title }) => title)).toEqual(['【行情】黄金走高【期货开盘】', '期货开盘'])
})

test('freebuf: a title of the home page may stand in its link or hold it', async () => {
  const row = (inner: string) => `<div class="article-item"><div class="title-left">${inner}</div></div>`
  const page = [
    row('<a href="/articles/1.html"><span class="title">一</span></a>'),
    row('<span class="title"><a href="/articles/2.html">二</a></span>'),
    row('<span class="title">三</span>'),
  ]
  const { ids } = await askBuiltIn('freebuf', ({ pathname }) => (pathname === '/feed' ? 405 : page.join('')))
  expect(ids).toEqual(['https://www.freebuf.com/articles/1.html', 'https://www.freebuf.com/articles/2.html'])
})

test('geekpark: an entry is an article, or holds one', async () => {
  const posts = [
    { id: 9001, post: { id: 350001, title: '纸鹤' } },
    { id: 350002, title: '灯塔' },
    { id: 9003, post: null },
  ]
  expect((await askBuiltIn('geekpark', () => ({ homepage_posts: posts }))).ids).toEqual(['350001', '350002'])
})

function gameresPane(attributes: string, id: number): string {
  const link = `<a class="feed-item-thumb__link" href="/${id}.html" aria-label="T"></a>`
  return `<div ${attributes}><article class="feed-item">${link}</article></div>`
}
const shownPane = gameresPane('class="news-tabs__pane is-active"', 1)
const firstPane = gameresPane('class="news-tabs__pane" data-news-pane-id="100000"', 2)
const otherPane = gameresPane('class="news-tabs__pane" data-news-pane-id="100007"', 3)

test.each([
  ['those of the pane that is shown', otherPane + firstPane + shownPane, '1'],
  ['else those of the first pane', otherPane + firstPane, '2'],
  ['else all', otherPane, '3'],
])('gameres: the articles are %s', async (_which, page, id) => {
  const url = `https://www.gameres.com/${id}.html`
  expect((await askBuiltIn('gameres', () => `<html>${page}</html>`)).items).toEqual([
    { id, title: 'T', url, mobileUrl: url },
  ])
})

test('gameres: a title that leads nowhere leads where its picture does', async () => {
  const title = '<a class="feed-item-title-a" href="#"><span class="feed-item-title-text">标题</span></a></article>'
  const { items } = await askBuiltIn('gameres', () => shownPane.replace('</article>', title))
  expect(items).toMatchObject([{ id: '1', title: '标题', url: 'https://www.gameres.com/1.html' }])
})

test('gelonghui: an article without a time is none; one whose time cannot be read has none', async () => {
  const article = (href: string, time: string) =>
    `<section class="article-content"><div class="detail-right"><a href="${href}"><h2>半年报 &amp; 前瞻</h2></a>
    <div class="time"><span>编辑</span><span>·</span>${time}</div></div></section>`
  const page = [
    article('/p/3', ''),
    article('/p/1', '<span>5分钟前</span>'),
    article('https://m.gelonghui.com/p/2', '<span>近日</span>'),
  ]
  const { items } = await askBuiltIn('gelonghui', () => page.join(''))
  expect(items.map(({ id, title, url, pubDate }) => [id, title, url, pubDate !== undefined])).toEqual([
    ['/p/1', '半年报 & 前瞻', 'https://www.gelonghui.com/p/1', true],
    ['https://m.gelonghui.com/p/2', '半年报 & 前瞻', 'https://m.gelonghui.com/p/2', false],
  ])
})

test('hellogithub: a project without the name of a repository is known by its id', async () => {
  const data = [{ item_id: 'a1', title: '纸鹤', updated_at: 1_767_576_600 }]
  const url = 'https://hellogithub.com/repository/a1'
  expect((await askBuiltIn('hellogithub', () => ({ success: true, data }))).items).toEqual([
    { id: 'a1', title: '纸鹤', url, mobileUrl: url, pubDate: 1_767_576_600_000 },
  ])
})

test('hostloc: hidden, archived and pinned topics are left out, and a topic without a slug has an address', async () => {
  const topic = {
    id: 1,
    title: '纸鹤',
    slug: '',
    visible: true,
    archived: false,
    pinned: false,
    pinned_globally: false,
  }
  const hidden = [{ visible: false }, { archived: true }, { pinned: true }, { pinned_globally: true }]
  const topics = [...hidden.map((more, at) => ({ ...topic, id: at + 2, ...more })), topic]
  expect((await askBuiltIn('hostloc', () => ({ topic_list: { topics } }))).items).toEqual([
    { id: '1', title: '纸鹤', url: 'https://jiza.net/t/topic/1' },
  ])
})

test('hostloc: notices of the move in the old feed are left out, and a feed of nothing else is no list', async () => {
  const answer = (feed: string) => (url: URL) => (url.host === 'jiza.net' ? 502 : feed)
  const mixed = ['纸鹤', '本站已迁移至 JIZA.NET', '灯塔'].map(
    (title, at) => `<title>${title}</title><link>https://hostloc.com/thread-${at + 1}-1-1.html</link>`,
  )
  expect((await askBuiltIn('hostloc', answer(feedOf(...mixed)))).ids).toEqual(['1', '3'])
  const notices = join(import.meta.dirname, '../../../fixtures/hotlist/hostloc-feed/notices.xml')
  expect(await failureOf(askBuiltIn('hostloc', answer(readFileSync(notices, 'utf8'))))).toMatchObject({
    kind: 'unavailable',
    status: 502,
  })
})

test('huxiu: the first line that holds something is the title, and posts without one are left out', async () => {
  const datalist = [
    { object_id: 2, content: '<BR /> <br>甲&amp;乙。<br >\n丙。<br/>丁' },
    { object_id: 1, content: ' <br> ' },
  ]
  const { items } = await askBuiltIn('huxiu', () => ({ success: true, data: { moment_list: { datalist } } }))
  expect(items).toMatchObject([{ id: '2', title: '甲&乙', hover: '丙。\n丁' }])
})

test('huxiu: a refusal of both APIs is reported in the words of the first', async () => {
  const { ask, sent } = await makeAskingBuiltIn('huxiu', () => ({ success: false, message: '访问过于频繁' }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', message: expect.stringContaining('访问过于频繁') })
  expect(sent()).toHaveLength(2)
})

test('ifanr: a note whose page has no number is left out: its address would be that of the home page', async () => {
  const note = { id: 1, post_id: '11', post_title: '手机壳' }
  const others = ['', '  ', null, '0', 0].map((post_id, at) => ({ ...note, id: at + 2, post_id }))
  const { ids, items } = await askBuiltIn('ifanr', () => ({
    objects: [note, { ...note, id: 7, post_id: 17 }, ...others],
  }))
  expect(ids).toEqual(['1', '7'])
  expect(items[0]).toMatchObject({ url: 'https://www.ifanr.com/11', mobileUrl: 'https://www.ifanr.com/digest/11' })
})

test('iqiyi: dates come in two forms, and a long id keeps its digits', async () => {
  const page = (name: string) => `"title":"${name}","page_url":"https://www.iqiyi.com/v_${name}.html"`
  const films = `{"entity_id":1,${page('a')},"date":{"year":2026,"month":7,"day":5}},
    {"entity_id":55000000000000001,${page('b')},"showDate":"2026-07-05"},{${page('c')},"showDate":"2026年夏","date":null}`
  const pubDate = Date.UTC(2026, 6, 4, 16)
  const reply = `{"code":0,"items":[{"video":[{"data":[${films}]},{}]},{"order":2}]}`
  expect((await askBuiltIn('iqiyi-hot-ranklist', () => reply)).items).toEqual([
    { id: '1', title: 'a', url: 'https://www.iqiyi.com/v_a.html', pubDate },
    { id: '55000000000000001', title: 'b', url: 'https://www.iqiyi.com/v_b.html', pubDate },
    { id: 'https://www.iqiyi.com/v_c.html', title: 'c', url: 'https://www.iqiyi.com/v_c.html' },
  ])
})

const refused = { kind: 'blocked' }
const noList = { kind: 'mismatch' }

test.each<[id: string, reply: unknown, failure: object]>([
  ['cankaoxiaoxi', 404, { ...noList, status: 404 }],
  ...['cls-telegraph', 'cls-depth', 'cls-hot'].map((id): [string, unknown, object] => [
    id,
    { errno: 10012, msg: 'sign error', data: {} },
    { ...noList, message: 'answered with code 10012: sign error' },
  ]),
  ['coolapk', { status: -1, message: '请求不合法' }, { ...noList, message: 'answered with code -1: 请求不合法' }],
  ['coolapk', { status: 1, message: '请完成安全验证后继续' }, refused],
  ['csdn', 521, { ...refused, status: 521 }],
  ['csdn', { code: 500, message: '系统繁忙' }, { kind: 'unavailable', message: 'answered with code 500: 系统繁忙' }],
  ['douban-group', 418, { ...refused, status: 418 }],
  ['douban-movie', 418, { ...refused, status: 418 }],
  ['freebuf', 405, { ...refused, status: 405 }],
  ['hellogithub', { success: false, message: '系统维护' }, { kind: 'unavailable' }],
  ['hupu', 405, { ...refused, status: 405 }],
  ['iqiyi-hot-ranklist', { code: 1, msg: 'device required' }, { message: 'answered with code 1: device required' }],
  ['baidu', cardsOf({ ...hotSearch, content: [{ ...rain, isTop: true }] }), noList],
  ['baidu', cardsOf({ ...hotSearch, content: [{ title: '秋雨' }] }), noList],
  // The other card is another list.
  ['baidu', cardsOf({ ...hotSearch, content: null }, { component: 'tab', content: [rain] }), noList],
  ['baidu', baiduPage({ success: false, data: null }), noList],
  ['gameres', '<p>新版</p>', noList],
  ['fastbull-express', '<main><h1>升级中</h1></main>', noList],
  ['fastbull-news', '<main><h1>升级中</h1></main>', noList],
  ['ifeng', '<html><script>var other = {}</script></html>', noList],
  ['ifeng', '<script>var allData = {"hotNews1":[]};</script>', noList],
  ['iqiyi-hot-ranklist', { code: 0, items: [] }, noList],
])('%s: the reply %j is a failure of its kind', async (id, reply, failure) => {
  expect(await failureOf(askBuiltIn(id, () => reply))).toMatchObject(failure)
})
