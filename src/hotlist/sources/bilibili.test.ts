// What Bilibili's fixtures do not show: words that are paid for or signed for, texts that are none, and every way in which a ranking is refused.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import bilibili from './bilibili.ts'

test('a word that is paid for is left out; one that has no title of its own is its title', async () => {
  const list = [
    { keyword: '风筝', show_name: '', stat_datas: { is_commercial: '0' } },
    { keyword: '饮料', show_name: '饮料上新', stat_datas: { is_commercial: '1' } },
    { keyword: '古建', show_name: '古建测绘' },
    { keyword: null },
  ]
  const { ask } = makeAskingList(bilibili, 'bilibili-hot-search', () => ({ code: 0, list }))
  expect((await ask()).items).toMatchObject([
    { id: '风筝', title: '风筝' },
    { id: '古建', title: '古建测绘' },
  ])
})

test('a word that is no proper text does not cost the list', async () => {
  const list = [{ keyword: '\ud800', show_name: '\ud800' }, { keyword: '风筝' }]
  const { ask } = makeAskingList(bilibili, 'bilibili-hot-search', () => ({ code: 0, list }))
  expect((await ask()).items).toMatchObject([{ id: '\ufffd' }, { id: '风筝' }])
})

const address = 'https://i0.hdslb.com/bfs/wbi/7cd084941338484aae1ad9425b84077c.png'
const visitor = { code: -101, data: { wbi_img: { img_url: address, sub_url: address } } }

test.each([
  { code: -352, message: '-352' },
  { code: -412, message: 'request was banned' },
  { code: 0, data: { v_voucher: 'voucher_demo' } },
  412,
])('the older ranking serves where the signed one answers %o', async (refusal) => {
  const { ask, asked } = makeAskingList(bilibili, 'bilibili-rank-music', ({ url }) => {
    if (url.pathname.endsWith('/nav')) return visitor
    return url.pathname.endsWith('/v2') ? refusal : { code: 0, data: { list: [{ bvid: 'BV1', title: '纸鹤' }] } }
  })
  const { ids, bypassed } = await ask()
  expect(ids).toEqual(['BV1'])
  expect(bypassed).toMatchObject({ kind: expect.stringMatching(/^(?:blocked|mismatch)$/) })
  expect(asked.map(({ url, headers }) => [url.pathname.slice('/x/web-interface/'.length), headers.referer])).toEqual([
    ['nav', undefined],
    ['ranking/v2', 'https://www.bilibili.com/ranking/all'],
    ['ranking', undefined],
  ])
})

test('the key of signatures serves six hours; a picture of another name is a changed site', async () => {
  const names = [
    visitor,
    visitor,
    { data: { wbi_img: { img_url: 'https://i0.hdslb.com/logo.png', sub_url: address } } },
  ]
  const { ask, asked, clock } = makeAskingList(bilibili, 'bilibili-rank-music', ({ url }) =>
    url.pathname.endsWith('/nav') ? names.shift() : whole,
  )
  const keys = () => asked.filter(({ url }) => url.pathname.endsWith('/nav')).length
  await ask()
  clock.advance(5 * 60 * 60_000)
  await ask()
  expect(keys()).toBe(1)
  clock.advance(7 * 60 * 60_000)
  await ask()
  expect(keys()).toBe(2)
  clock.advance(7 * 60 * 60_000)
  expect((await ask()).bypassed).toMatchObject({ kind: 'mismatch' })
})

test('the search page is asked for its words with a signature, and the app where that is not taken', async () => {
  const { ask, sent } = makeAskingList(bilibili, 'bilibili-hot-search', ({ url }) => {
    if (url.pathname.endsWith('/nav')) return visitor
    if (url.pathname.endsWith('/wbi/search/square'))
      return url.searchParams.has('w_rid') ? { code: 0, data: { trending: { list: [{ keyword: '风筝' }] } } } : 403
    return url.host === 'app.bilibili.com' ? { code: 0, data: { list: [{ keyword: '古建' }] } } : 403
  })
  expect((await ask()).ids).toEqual(['风筝'])
  expect(sent()[2]).toMatch(
    /^https:\/\/api\.bilibili\.com\/x\/web-interface\/wbi\/search\/square\?limit=50&w_rid=[0-9a-f]{32}&wts=\d+$/,
  )
})

test('a dash in place of a description is none', async () => {
  const video = { title: '纸鹤', owner: { name: '甲' }, stat: { view: 1, like: 1 } }
  const list = ['-', ' - ', '折纸 - 教程'].map((desc, at) => ({ ...video, bvid: `BV${at}`, desc }))
  for (const id of ['bilibili-hot-video', 'bilibili-ranking', 'bilibili-rank-music']) {
    const { ask } = makeAskingList(bilibili, id, ({ url }) =>
      url.pathname.endsWith('/nav') ? visitor : { code: 0, data: { list } },
    )
    expect((await ask()).items.map(({ hover }) => hover)).toEqual([undefined, undefined, '折纸 - 教程'])
  }
})

const video = { bvid: 'BV1', title: '纸鹤', owner: { name: '甲' }, stat: { view: 1, like: 1 } }
const whole = { code: 0, message: '0', data: { list: [video] } }
const checks = [
  { code: -352, message: '-352' },
  { code: 0, message: '0', data: { v_voucher: 'voucher_demo' } },
]

/** The popular videos; their interface sends `bare` to requests without cookies of the home page. */
function makeChecking(bare: unknown, toVisitor: unknown = whole) {
  const site = makeAskingList(bilibili, 'bilibili-hot-video', ({ url, headers }) => {
    if (url.host === 'www.bilibili.com') return { setCookies: ['buvid3=demo; path=/'] }
    const isVisitor = headers.cookie === 'buvid3=demo' && headers.referer === 'https://www.bilibili.com/'
    return isVisitor ? toVisitor : bare
  })
  return { ...site, hosts: () => site.asked.map(({ url }) => url.host.split('.')[0]) }
}

test.each(checks)(
  'a check of visitors (%o) is answered with the cookies of the home page, which are kept',
  async (check) => {
    const { ask, hosts } = makeChecking(check)
    for (let time = 0; time < 2; time += 1) expect((await ask()).ids).toEqual(['BV1'])
    expect(hosts()).toEqual(['api', 'www', 'api', 'api', 'api'])
  },
)

test('a list without a check asks for no cookies', async () => {
  const { ask, hosts } = makeChecking(whole)
  await ask()
  expect(hosts()).toEqual(['api'])
})

test.each(checks)('a check in spite of cookies (%o) is the failure of this address, not of its host', async (check) => {
  const { ask, hosts } = makeChecking(check, check)
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'the site requires a visitor check' })
  expect(hosts()).toEqual(['api', 'www', 'api'])
})

test.each([
  [{ code: -412, message: 'request was banned' }, 'blocked'],
  [{ code: -400, message: '请求错误' }, 'mismatch'],
  [{ code: -503, message: '调用速度过快' }, 'blocked'],
  [{ code: 0, message: '0', data: null }, 'mismatch'],
  [{ data: { list: [video] } }, 'mismatch'],
  [403, 'blocked'],
  [412, 'blocked'],
])('%o ends as %s, and asks for no cookies', async (bare, kind) => {
  const { ask, hosts } = makeChecking(bare)
  expect(await failureOf(ask())).toMatchObject({ kind })
  expect(hosts()).toEqual(['api'])
})
