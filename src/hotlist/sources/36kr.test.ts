// 36Kr where its pages are not as they should be, and what its interface says when it refuses.
import { expect, test } from 'vitest'
import { askBuiltIn, makeAskingBuiltIn } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const now = Date.parse('2026-07-06T04:00:00Z')

function flash(href: string, time: string): string {
  return `<div class="newsflash-item"><a class="item-title" href="${href}">纸鹤</a><span class="time">${time}</span></div>`
}

test('flashes have times of China, and what lacks a time or a link is no flash', async () => {
  const page = [
    flash('/newsflashes/3?from=list', '昨天 10:20'),
    flash('/newsflashes/2', ''),
    flash('http://[', '刚刚'),
    flash('', '刚刚'),
    flash('#', '刚刚'),
    flash('/newsflashes/1', '2026-07-04'),
  ]
  expect((await askBuiltIn('36kr-quick', () => page.join(''), now)).items).toMatchObject([
    { id: '/newsflashes/3', pubDate: Date.parse('2026-07-05T10:20:00+08:00') },
    { id: '/newsflashes/1', pubDate: Date.parse('2026-07-04T00:00:00+08:00') },
  ])
})

/** The ranking while the interface answers like this; its page is like this too, or refuses. */
function rankingOf(reply: unknown, page: unknown = 403) {
  return askBuiltIn('36kr-renqi', ({ host }) => (host === '36kr.com' ? page : reply), now)
}

test('the page of the ranking is the one of the day it is in China', async () => {
  const { ask, sent } = await makeAskingBuiltIn('36kr-renqi', () => undefined, Date.parse('2026-07-06T16:00:00Z'))
  await failureOf(ask())
  expect(sent()[1]).toBe('https://36kr.com/hot-list/renqi/2026-07-07/1')
})

test('a row of the ranking without author or heat says what it has', async () => {
  const row = (id: number, more: string) =>
    `<div class="article-item-info"><a class="article-item-title weight-bold" href="/p/${id}">纸鹤</a>${more}</div>`
  const page =
    row(1, '<a class="kr-flow-bar-author">甲</a>') +
    row(2, '<b class="kr-flow-bar-hot"><span>980热度</span></b>') +
    row(3, '')
  const { items } = await rankingOf(404, page)
  expect(items.map(({ id, hot, info }) => [id, hot, info])).toEqual([
    ['1', undefined, '甲'],
    ['2', 980, '980热度'],
    ['3', undefined, undefined],
  ])
})

test('the interface has its number of readers where it has no heat', async () => {
  const about = { widgetTitle: '纸鹤', statRead: 77 }
  const hotRankList = [{ itemId: 9, templateMaterial: about }, { itemType: 60 }]
  const { items } = await rankingOf({ code: 0, data: { hotRankList } })
  expect(items).toEqual([
    { id: '9', title: '纸鹤', url: 'https://36kr.com/p/9', mobileUrl: 'https://m.36kr.com/p/9', hot: 77 },
  ])
})

test('when the page refuses too, the failure of the API is reported', async () => {
  expect(await failureOf(rankingOf({ code: 1001, msg: '参数错误' }))).toMatchObject({
    kind: 'mismatch',
    message: 'answered with code 1001: 参数错误',
  })
})

test('a page without the list is a captcha', async () => {
  expect(await failureOf(rankingOf(404, '<html></html>'))).toMatchObject({ status: 404 })
})

test.each([
  ['36kr-video', 'videoList', 12],
  ['36kr-comment', 'remarkList', undefined],
])('where an article of %s lacks its count, only readers are replaced: by those who keep it', async (id, list, hot) => {
  const articles = [{ itemId: 9, templateMaterial: { widgetTitle: '纸鹤', statCollect: 12 } }]
  const { items } = await askBuiltIn(id, () => ({ code: 0, data: { [list]: articles } }), now)
  expect(items[0]?.hot).toBe(hot)
})
