// Tests of 格隆汇 that its fixtures cannot show: which upstream is asked when, and rows that are none.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import gelonghui from './gelonghui.ts'

function article(href: string, time: string) {
  return `<section class="article-content"><div class="detail-right"><a href="${href}"><h2>半年报 &amp; 前瞻</h2></a>
    <div class="time"><span>编辑</span><span>·</span>${time}</div></div></section>`
}
const whole = article('/p/1', '<span>5分钟前</span>')

const flash = { title: '', content: '【快讯】内容', createTimestamp: '1783309500', route: '/live/9' }

/** A site of this page and these flashes. */
function makeSite(page: unknown, flashes: unknown = { statusCode: 200, result: [flash] }) {
  return makeAskingList(gelonghui, 'gelonghui', ({ url }) => (url.pathname === '/news/' ? page : flashes))
}

test('the flashes are not asked while the page can be read', async () => {
  const { ask, asked } = makeSite(whole)
  const { ids, bypassed } = await ask()
  expect({ ids, bypassed, asked: asked.length }).toEqual({ ids: ['/p/1'], bypassed: undefined, asked: 1 })
})

test.each([
  ['has no articles', '<p>新版</p>'],
  ['has none that can be read', article('/p/1', '')],
  ['is broken', 502],
])('the flashes serve when the page %s, and that is said', async (_what, page) => {
  const { items, bypassed } = await makeSite(page).ask()
  expect(items).toEqual([
    {
      id: '/live/9',
      title: '快讯',
      url: 'https://www.gelonghui.com/live/9',
      pubDate: 1_783_309_500_000,
      hover: '内容',
    },
  ])
  expect(bypassed).toMatchObject({ name: 'UpstreamError' })
})

test('an article without a time is none; one whose time cannot be read has none', async () => {
  const { ask } = makeSite(article('/p/3', '') + whole + article('https://m.gelonghui.com/p/2', '<span>近日</span>'))
  const { items } = await ask()
  expect(items.map(({ id, title, url, pubDate }) => [id, title, url, pubDate !== undefined])).toEqual([
    ['/p/1', '半年报 & 前瞻', 'https://www.gelonghui.com/p/1', true],
    ['https://m.gelonghui.com/p/2', '半年报 & 前瞻', 'https://m.gelonghui.com/p/2', false],
  ])
})

test('what the page failed of is said when the flashes refuse as well', async () => {
  const { ask, asked } = makeSite(502, { statusCode: 500, message: '繁忙' })
  expect(await failureOf(ask())).toMatchObject({ kind: 'unavailable', status: 502 })
  expect(asked).toHaveLength(2)
})

test('a site that turned us away is left alone: the flashes are of the same host', async () => {
  const { ask, asked } = makeSite(403)
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', status: 403 })
  expect(asked).toHaveLength(1)
})
