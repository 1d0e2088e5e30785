// What the sites of the lists from `ithome` to `weread` show beside their entries: bargains, advertisements, pinned topics, older boards.
import { expect, test } from 'vitest'
import { askBuiltIn } from '../../../test/kit/site-io.ts'

function ithomeRow(title: string, url = 'https://www.ithome.com/0/970/1.htm'): string {
  return `<li><a class="c" href="https://www.ithome.com/pc/">电脑</a><a class="t" href="${url}">${title}</a><i>2026-07-06 11:14:21</i></li>`
}

test.each([
  ...['显卡神券来了', '限时优惠', '国家补贴', '京东自营'].map((title) => ithomeRow(title)),
  ithomeRow('充电器', 'https://lapin.ithome.com/1.htm'),
])('ithome: a bargain is left out for its words or its address: %s', async (bargain) => {
  const rows = bargain + ithomeRow('新显卡', 'https://www.ithome.com/2.htm')
  const { items } = await askBuiltIn('ithome', () => `<div id="list"><div class="fl"><ul>${rows}</ul></div></div>`)
  expect(items.map(({ title }) => title)).toEqual(['新显卡'])
})

test('ithome-rank gives an article once, at its best place, and leaves out what is none', async () => {
  const row = (href: string, title: string) =>
    `<div class="placeholder"><a href="${href}"><p class="plc-title">${title}</p></a></div>`
  const page = `<div class="rank-box">${row('https://m.ithome.com/html/1002345.htm', '新手机')}${row('https://lapin.ithome.com/1.htm', '充电器')}</div>
    <div class="rank-box">${row('https://m.ithome.com/live/998877.htm', '发布会')}${row('https://m.ithome.com/html/1002345.htm', '又是它')}</div>`
  const { items } = await askBuiltIn('ithome-rank', () => page)
  expect(items.map(({ id, title, url, mobileUrl }) => [id, title, url, mobileUrl])).toEqual([
    ['1002345', '新手机', 'https://www.ithome.com/1/002/345.htm', 'https://m.ithome.com/html/1002345.htm'],
    ['998877', '发布会', 'https://www.ithome.com/0/998/877.htm', 'https://m.ithome.com/live/998877.htm'],
  ])
})

test('jin10: a title goes before the content, and advertisements are dropped', async () => {
  const flashes = [
    { id: '3', time: '2026-07-06 11:45:00', data: { title: '推广', content: '' }, extras: { ad: true } },
    { id: '2', time: '', data: { title: '<b>【标题】</b>更多', content: '【别的】' }, important: '1', extras: null },
    { id: '1', data: { content: '多行<br/>内容' }, channel: null },
  ]
  const { items } = await askBuiltIn('jin10', () => `var newest=${JSON.stringify(flashes)}`)
  expect(items).toEqual([
    { id: '2', title: '标题', url: 'https://flash.jin10.com/detail/2', info: '✰', hover: '更多' },
    { id: '1', title: '多行 内容', url: 'https://flash.jin10.com/detail/1' },
  ])
})

const topic = { title: '纸鹤', visible: true, archived: false, pinned: false }
async function linuxdo(...topics: readonly object[]) {
  const entry = '<title>守塔人</title><link>https://linux.do/t/topic/9</link><guid>linux.do-topic-9</guid>'
  const feed = `<rss version="2.0"><channel><title>x</title><item>${entry}</item></channel></rss>`
  return askBuiltIn('linuxdo-latest', ({ pathname }) => (pathname.endsWith('.rss') ? feed : { topic_list: { topics } }))
}

test('linuxdo: hidden, archived and pinned topics are left out', async () => {
  const others = [{ visible: false }, { archived: true }, { pinned: true }, { created_at: null }]
  const { items } = await linuxdo(...others.map((more, at) => ({ ...topic, id: at + 1, ...more })))
  expect(items).toEqual([{ id: '4', title: '纸鹤', url: 'https://linux.do/t/topic/4' }])
})

test('linuxdo: when all topics are left out, the feed serves', async () => {
  const { ids, bypassed } = await linuxdo({ ...topic, id: 1, pinned: true })
  expect(ids).toEqual(['9'])
  expect(bypassed).toMatchObject({ kind: 'mismatch' })
})

async function neteaseItems(...list: readonly object[]) {
  return (await askBuiltIn('netease-news', () => ({ code: 200, msg: 'success', data: { list } }))).items
}

test('netease-news: videos and placeholders lead where they say themselves, and placeholders that do not say are left out', async () => {
  const items = await neteaseItems(
    { skipID: 'V1', skipType: 'video', title: '视频', url: '//v.163.com/1.html' },
    { docid: 'special_1', title: '专题', url: 'https://m.163.com/special/1' },
    { docid: 'special_2', title: '无处可去' },
    { docid: '', skipID: 'K2', title: '文章', url: 'https://m.163.com/elsewhere' },
  )
  expect(items.map(({ id, url, mobileUrl }) => [id, url, mobileUrl])).toEqual([
    ['V1', 'https://v.163.com/1.html', 'https://v.163.com/1.html'],
    ['special_1', 'https://m.163.com/special/1', 'https://m.163.com/special/1'],
    ['K2', 'https://www.163.com/dy/article/K2.html', 'https://m.163.com/dy/article/K2.html'],
  ])
})

test('netease-news: the time has two names, keywords may be no text, and rows without title or number are left out', async () => {
  const items = await neteaseItems(
    { docid: 'K1', title: '一', publishTime: '2026-09-14 08:30:12', _keyword: ['地铁'] },
    { docid: 'K2', title: '' },
    { title: '三' },
  )
  expect(items.map(({ id, pubDate, hover }) => [id, pubDate, hover])).toEqual([['K1', 1_789_345_812_000, undefined]])
})

/** The list at that moment in China, when today's board has so many rows and yesterday's has seven. */
function sinaNewsAt(moment: string, today: number) {
  const answer = ({ searchParams }: URL) => {
    const isToday = searchParams.get('top_time') === '20260914'
    const data = Array.from({ length: isToday ? today : 7 }, (_, at) => ({
      id: at + 1,
      title: at === 0 ? false : `纸鹤 &amp; ${at}`,
      url: `https://news.sina.com.cn/${at}.shtml`,
      create_date: isToday ? '2026-09-14' : '2026-09-13',
      create_time: '00:00:01',
    }))
    return `var data = ${JSON.stringify({ conf: {}, data })};\n`
  }
  return askBuiltIn('sina-news', answer, Date.parse(`${moment}+08:00`))
}

test.each([
  ['2026-09-14T00:00:00', 0, 13],
  ['2026-09-14T00:00:00', 2, 14],
  ['2026-09-14T12:00:00', 7, 14],
])('sina-news: at %s, with %i rows of today, the board is that of day %i', async (moment, today, day) => {
  const { items } = await sinaNewsAt(moment, today)
  const midnight = Date.parse(`2026-09-${day}T00:00:01+08:00`)
  expect(new Set(items.map(({ pubDate }) => pubDate))).toEqual(new Set([midnight]))
})

test('sina-news: a row without a title is left out', async () => {
  const { items } = await sinaNewsAt('2026-09-14T12:00:00', 3)
  expect(items.map(({ id, title }) => [id, title])).toEqual([
    ['2', '纸鹤 & 1'],
    ['3', '纸鹤 & 2'],
  ])
})

test.each([
  ['3300226159', 'dd932d60813abbed7g019473'],
  ['26572786', '74632fe0719577f2746ed5e'],
  ['CB_1Nc5bR5Vp7XG6ySBtM', '13b42852a43425f314e6335625235567037584736795342744deb6'],
])('weread: the page of the book %s is %s', async (bookId, name) => {
  const books = [{ bookInfo: { bookId, title: '纸鹤' } }]
  const { items } = await askBuiltIn('weread', () => ({ books }))
  expect(items).toMatchObject([{ url: `https://weread.qq.com/web/bookDetail/${name}` }])
})
