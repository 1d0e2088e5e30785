// Bilibili's codes: which are resolved by cookies of the home page, and what the others mean.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeSite } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { checkCode, checkVisitorCode } from './bilibili.ts'

const address = 'https://api.bilibili.com/x/list'
const shape = z.object({ data: z.object({ list: z.array(z.number()) }) })
const whole = { code: 0, message: '0', data: { list: [1] } }
const checks = [
  { code: -352, message: '-352', data: { v_voucher: 'voucher_demo' } },
  { code: 0, message: '0', data: { v_voucher: 'voucher_demo' } },
]

/** The API sends `bare` to requests without cookies of the home page. */
function makeChecking(bare: unknown, toVisitor: unknown = whole) {
  const site = makeSite(({ url, headers }) => {
    if (url.host === 'www.bilibili.com') return { setCookies: ['buvid3=demo; path=/'] }
    const isVisitor = headers.cookie === 'buvid3=demo' && headers.referer === 'https://www.bilibili.com/'
    return isVisitor ? toVisitor : bare
  })
  const hosts = () => site.asked.map(({ url }) => url.host.split('.')[0])
  return { ...site, hosts }
}

test.each(checks)('who is to be checked (%o) shows the cookies of the home page, which are kept', async (check) => {
  const { begin, hosts } = makeChecking(check)
  expect(await checkVisitorCode(begin().io, address, shape)).toEqual({ data: { list: [1] } })
  expect(hosts()).toEqual(['api', 'www', 'api'])
  await checkVisitorCode(begin().io, address, shape)
  expect(hosts().slice(3)).toEqual(['api', 'api'])
})

test('who is answered at once asks for no cookies', async () => {
  const { begin, hosts } = makeChecking(whole)
  expect(await checkVisitorCode(begin().io, address, shape)).toEqual({ data: { list: [1] } })
  expect(hosts()).toEqual(['api'])
})

test.each(checks)('to be checked all the same (%o) is the failure of this address, not of its host', async (check) => {
  const { begin, hosts } = makeChecking(check, check)
  const failure = { kind: 'mismatch', message: 'the site requires a visitor check' }
  expect(await failureOf(checkVisitorCode(begin().io, address, shape))).toMatchObject(failure)
  expect(hosts()).toEqual(['api', 'www', 'api'])
  expect(await failureOf(checkCode(begin().io, address, shape))).toMatchObject(failure)
})

test.each([
  [{ code: -412, message: 'request was banned' }, 'blocked'],
  [{ code: -400, message: '请求错误' }, 'mismatch'],
  [{ code: -503, message: '调用速度过快' }, 'blocked'],
  [{ code: 0, message: '0', data: { list: ['a'] } }, 'mismatch'],
  [{ code: 0, message: '0', data: null }, 'mismatch'],
  [{ data: { list: [1] } }, 'mismatch'],
  [403, 'blocked'],
  [412, 'blocked'],
])('%o ends as %s, and asks for no cookies', async (bare, kind) => {
  const { begin, hosts } = makeChecking(bare)
  expect(await failureOf(checkVisitorCode(begin().io, address, shape))).toMatchObject({ kind })
  expect(hosts()).toEqual(['api'])
})
