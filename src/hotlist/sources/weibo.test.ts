// What Weibo's fixtures do not show: who visits, what is paid for, and what serves when.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import weibo from './weibo.ts'

/** A row as the page has it. */
interface Row {
  readonly word: string
  readonly rank?: string
  readonly label?: string
  readonly heat?: string
}

function pageOf(...rows: readonly Row[]): string {
  const shown = rows.map(
    ({ word, rank = '•', label = '', heat = '' }) =>
      `<tr><td class="td-01">${rank}</td><td class="td-02"><a href="/weibo?q=${word}">${word}</a><span>${heat}</span></td>` +
      `<td class="td-03"><i>${label}</i></td></tr>`,
  )
  return `<div id="pl_top_realtimehot"><table><tbody>${shown.join('')}</tbody></table></div>`
}

const visitorPage = '<html><title>Sina Visitor System</title></html>'
const side = { ok: 1, data: { realtime: [{ word: '风筝', num: 7, realpos: 1 }] } }

/** The site, which knows the visitors whose `SUB` is in `known` and names new ones `v1`, `v2`, …. */
function makeWeibo(known: ReadonlySet<string>, page = pageOf({ word: '秋雨', rank: '1' })) {
  let named = 0
  const { ask, asked } = makeAskingList(weibo, 'weibo', ({ url, headers }) => {
    if (url.host === 'weibo.com') return side
    if (url.host === 's.weibo.com')
      return known.has(/SUB=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '') ? page : visitorPage
    named += 1
    const reply = { retcode: 20000000, msg: 'succ', data: { sub: `v${named}`, subp: 'p' } }
    return `window.visitor_gray_callback && visitor_gray_callback(${JSON.stringify(reply)});`
  })
  return { ask, shown: () => asked.map(({ url, headers }) => headers.cookie ?? url.host) }
}

test('a visitor is named once and known from then on', async () => {
  const { ask, shown } = makeWeibo(new Set(['v1']))
  expect(await ask()).toMatchObject({ ids: ['秋雨'], bypassed: undefined })
  await ask()
  expect(shown()).toEqual(['passport.weibo.com', 'SUB=v1; SUBP=p', 'SUB=v1; SUBP=p'])
})

test('a visitor who is known no more is named anew, once', async () => {
  const known = new Set(['v1'])
  const { ask, shown } = makeWeibo(known)
  await ask()
  known.clear()
  known.add('v2')
  expect(await ask()).toMatchObject({ ids: ['秋雨'], bypassed: undefined })
  expect(shown().slice(2)).toEqual(['SUB=v1; SUBP=p', 'passport.weibo.com', 'SUB=v2; SUBP=p'])
})

test('when no visitor is accepted the next API serves, and the failure is reported', async () => {
  const { ask, shown } = makeWeibo(new Set())
  expect(await ask()).toMatchObject({ ids: ['风筝'], bypassed: { kind: 'mismatch' } })
  expect(shown()).toEqual(['passport.weibo.com', 'SUB=v1; SUBP=p', 'weibo.com'])
})

test.each([
  ['SUB=own; SUBP=more', 'SUB=own; SUBP=more'],
  ['SUBP=more; SUB=own', 'SUBP=more; SUB=own'],
  ['own', 'SUB=own'],
])('the cookie %s of the operator is shown, and no visitor named', async (cookie, header) => {
  const { ask, shown } = makeWeibo(new Set(['own']))
  expect(await ask({ WEIBO_COOKIE: cookie })).toMatchObject({ ids: ['秋雨'] })
  expect(shown()).toEqual([header])
})

test.each([
  ['{"retcode":20000000,"msg":"succ","data":{"sub":"a\\r\\nb"}}', 'mismatch'],
  ['{"retcode":50111261,"msg":"访问过于频繁","data":null}', 'blocked'],
  ['{"retcode":20000000,"msg":"succ","data":null}', 'mismatch'],
])('a visitor who gets no name (%s) is served by the next interface', async (reply, kind) => {
  const { ask } = makeAskingList(weibo, 'weibo', ({ url }) =>
    url.host === 'weibo.com' ? side : `visitor_gray_callback(${reply})`,
  )
  expect(await ask()).toMatchObject({ ids: ['风筝'], bypassed: { kind } })
})

test('of the rows without a rank those that are paid for are left out', async () => {
  const page = pageOf(
    { word: '秋雨', rank: '1', label: '爆', heat: ' 综艺 1204033 ' },
    { word: '饮料', label: '荐' },
    { word: '手机', label: '商' },
    { word: '书展', label: '暖', heat: '5' },
    { word: '好物', rank: '2', label: '荐' },
  )
  const { ask } = makeWeibo(new Set(['v1']), page)
  const { items } = await ask()
  expect(items.map(({ id, hot, icon }) => [id, hot, icon])).toEqual([
    ['秋雨', 1_204_033, 'https://simg.s.weibo.com/moter/flags/4_0.png'],
    ['书展', 5, undefined],
    ['好物', undefined, undefined],
  ])
})

const folder = join(import.meta.dirname, '../../../fixtures/hotlist/weibo-phone-2025')

function recorded(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

const phoneList = { ok: 1, data: { cards: [{ card_group: [{ desc: '置顶' }, { desc: '秋雨', desc_extr: 5 }] }] } }

/** The site, of which only the phone interface may answer, and names new visitors `v1`, `v2`, …. */
function makePhone(answer: (cookie: string) => unknown) {
  let named = 0
  const { ask, asked } = makeAskingList(weibo, 'weibo', ({ url, headers }) => {
    if (url.host === 'm.weibo.cn') return answer(headers.cookie ?? '')
    if (url.host !== 'passport.weibo.com') return 404
    named += 1
    return `visitor_gray_callback({"retcode":20000000,"msg":"succ","data":{"sub":"v${named}"}})`
  })
  const shown = () => asked.filter(({ url }) => url.host === 'm.weibo.cn').map(({ headers }) => headers.cookie)
  return { ask, shown }
}

test('the phone interface is shown the cookie that the page did not take', async () => {
  const { ask, shown } = makePhone(() => phoneList)
  expect(await ask()).toMatchObject({ ids: ['秋雨'], bypassed: { kind: 'mismatch' } })
  expect(shown()).toEqual(['SUB=v1'])
  expect(await ask({ WEIBO_COOKIE: 'SUB=own' })).toMatchObject({ ids: ['秋雨'] })
  expect(shown()).toEqual(['SUB=v1', 'SUB=own'])
})

test('a visitor that the phone API does not accept is created anew, once', async () => {
  const page = recorded('visitor-page-2026-08-23.html')
  const { ask, shown } = makePhone((cookie) => (cookie === 'SUB=v2' ? phoneList : page))
  expect(await ask()).toMatchObject({ ids: ['秋雨'] })
  expect(shown()).toEqual(['SUB=v1', 'SUB=v2'])
})

test.each([
  ['the page for new visitors, which is a block', 1, recorded('visitor-page-2026-08-23.html')],
  ['an empty refusal, which is a block', 1, recorded('refused-2025-04-02.json')],
  ['a changed page, which is none', 2, '<title>首页</title>'],
])('%s, lets the phone interface be asked %i times in two asks', async (_what, times, reply) => {
  const { ask, shown } = makePhone(() => reply)
  await failureOf(ask({ WEIBO_COOKIE: 'own' }))
  await failureOf(ask({ WEIBO_COOKIE: 'own' }))
  expect(shown()).toHaveLength(times)
})

test('an interface that wants a login gives way to the next', async () => {
  const { ask, sent } = makeAskingList(weibo, 'weibo', ({ url }) => {
    if (url.pathname === '/ajax/side/hotSearch') return { ok: -100, url: 'https://weibo.com/login.php' }
    if (url.pathname === '/ajax/statuses/hot_band')
      return { ok: 1, data: { band_list: [{ word: '书展', num: '12', realpos: 1, is_ad: 0 }] } }
    return 404
  })
  expect((await ask()).items).toMatchObject([{ id: '书展', hot: 12 }])
  expect(sent()).toHaveLength(3)
})
