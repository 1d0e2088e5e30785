// Tests what the cloud mocks demand of a request, and the states of shares; test/checks-of-standin.test.ts tests the replies by our checks.
import { expect, test } from 'vitest'
import { createShareStates, fixedShares } from './clouds/share-states.ts'
import { createClouds } from './clouds.ts'
import { plainGet } from './mock-response.ts'

const mobile = 'https://share-kd-njs.yun.139.com/yun-share/richlifeApp/devapp/IOutLink/getOutLinkInfoV6'
const mobileHeaders = { referer: 'https://yun.139.com/', 'hcy-cool-flag': '1' }
const ucToken = 'https://pc-api.uc.cn/1/clouddrive/share/sharepage/token?fr=pc&pr='
const uc = { method: 'POST', body: JSON.stringify({ pwd_id: fixedShares.uc?.open }) }

test.each([
  ['baidu wants the cookie of a visitor', 'https://pan.baidu.com/share/verify', {}, '安全验证'],
  ['uc refuses the parameter of quark', `${ucToken}ucpro`, { ...uc, headers: { origin: 'x' } }, '41006'],
  ['uc wants an origin', `${ucToken}UCBrowser`, uc, '41006'],
  ['xunlei wants tokens', 'https://api-pan.xunlei.com/drive/v1/share', {}, 'captcha_invalid'],
  ['mobile wants the headers of its page', mobile, { method: 'POST', headers: mobileHeaders, body: '{}' }, '9530'],
] as const)('%s', (_title, address, sent, text) => {
  const url = new URL(address)
  const reply = createClouds(1)
    .get(url.host)
    ?.answer(url, { ...plainGet, ...sent })
  expect(reply?.body).toContain(text)
})

test('most shares that are not fixed are open; the states depend on the seed', () => {
  const codes = Array.from({ length: 2_000 }, (_, index) => `code${index}`)
  const count = (seed: number, password: string) => {
    const stateOf = createShareStates('quark', seed)
    const states = codes.map((code) => stateOf(code, password))
    return {
      states,
      of: (...expected: readonly string[]) => states.filter((one) => expected.includes(one)).length / 20,
    }
  }
  const bare = count(1, '')
  expect(bare.of('ok')).toBeGreaterThan(80)
  expect(bare.of('gone', 'banned')).toBeGreaterThan(10)
  expect(bare.of('wants code')).toBeGreaterThan(2)
  expect(count(1, '').states).toEqual(bare.states)
  expect(count(2, '').states).not.toEqual(bare.states)
  expect(count(1, 'k3m9').of('wants code', 'wrong code')).toBe(0)
  expect(count(1, '0000').of('ok')).toBe(0)
})
