// Tests of 雪球 that its fixtures cannot show: cookies that are no longer known.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import xueqiu from './xueqiu.ts'

const stocks = { data: { items: [{ code: 'SH600001', name: '示例银行', ad: '0' }] }, error_code: 0 }

/** A site that gives visitors one name after another and knows those in `known`. */
function makeXueqiu(known: ReadonlySet<string>) {
  let given = 0
  return makeAskingList(xueqiu, 'xueqiu-hotstock', ({ url, headers }) => {
    if (url.host !== 'xueqiu.com') return known.has(headers.cookie ?? '') ? stocks : 400
    given += 1
    return { setCookies: [`xq_a_token=${given}; Path=/; Domain=.xueqiu.com`] }
  })
}

test('cookies are got anew when the site knows them no longer', async () => {
  const known = new Set(['xq_a_token=1'])
  const { ask, sent } = makeXueqiu(known)
  await ask()
  known.clear()
  known.add('xq_a_token=2')
  expect((await ask()).ids).toEqual(['SH600001'])
  const openWays = ['stock.xueqiu.com', 'api.xueqiu.com']
  expect(sent().map((url) => new URL(url).host)).toEqual([
    ...[...openWays, 'xueqiu.com', 'stock.xueqiu.com'],
    ...[...openWays, 'stock.xueqiu.com', 'xueqiu.com', 'stock.xueqiu.com'],
  ])
})

test('a host that wants no cookie is enough', async () => {
  const { ask, sent } = makeAskingList(xueqiu, 'xueqiu-hotstock', ({ url }) =>
    url.host === 'api.xueqiu.com' ? stocks : 400,
  )
  expect((await ask()).ids).toEqual(['SH600001'])
  expect(sent()).toHaveLength(2)
})

test('a site that knows no cookie it gave names the setting', async () => {
  const { ask } = makeXueqiu(new Set())
  expect(await failureOf(ask())).toMatchObject({ status: 400, message: expect.stringContaining('set XUEQIU_COOKIE') })
})

test('an error in a reply with status 200 is a refusal', async () => {
  const { ask } = makeAskingList(xueqiu, 'xueqiu-hotstock', () => ({
    error_code: '400016',
    error_description: '遇到错误',
  }))
  expect(await failureOf(ask({ XUEQIU_COOKIE: 'a=b' }))).toMatchObject({
    message: 'answered with code 400016: 遇到错误',
  })
})

test('a stock without its change has its exchange only', async () => {
  const items = [{ code: '00001', name: '示例科技', percent: null, exchange: 'HK', ad: 0 }]
  const { ask } = makeAskingList(xueqiu, 'xueqiu-hotstock', () => ({ error_code: 0, data: { items } }))
  expect((await ask({ XUEQIU_COOKIE: 'a=b' })).items).toMatchObject([{ info: 'HK' }])
})
