// Tests what the cloud mocks demand of a request, and the states of shares; test/checks-of-standin.test.ts tests the replies by our checks.
import { expect, test } from 'vitest'
import { createBaidu } from './clouds/baidu.ts'
import { createPikpak, createXunlei } from './clouds/drive-api.ts'
import { createMobile } from './clouds/mobile.ts'
import { createUc } from './clouds/share-page-api.ts'
import { createShareStates, fixedShares } from './clouds/share-states.ts'
import { createTianyi } from './clouds/tianyi.ts'
import { plainGet } from './mock-response.ts'

const mobile = 'https://share-kd-njs.yun.139.com/yun-share/richlifeApp/devapp/IOutLink/getOutLinkInfoV6'
const mobileHeaders = { referer: 'https://yun.139.com/', 'hcy-cool-flag': '1', 'x-deviceinfo': '||3|' }
const ucToken = 'https://pc-api.uc.cn/1/clouddrive/share/sharepage/token?fr=pc&pr='
const uc = { method: 'POST', body: JSON.stringify({ pwd_id: fixedShares.uc?.open }) }
const tianyi = 'https://cloud.189.cn/api/open/share/getShareInfoByCodeV2.action?shareCode='

test.each([
  ['baidu redirects a visitor without a cookie', createBaidu, 'https://pan.baidu.com/share/verify', {}, 302, ''],
  [
    'uc refuses the parameter of quark',
    createUc,
    `${ucToken}ucpro`,
    { ...uc, headers: { origin: 'https://drive.uc.cn' } },
    404,
    '"code":41006',
  ],
  ['uc refuses another origin', createUc, `${ucToken}UCBrowser`, uc, 403, '"code":31001'],
  ['xunlei refuses a request without tokens', createXunlei, 'https://x/drive/v1/share', {}, 400, 'captcha_invalid'],
  ['pikpak refuses a request without tokens', createPikpak, 'https://x/drive/v1/share', {}, 400, 'captcha_invalid'],
  [
    'mobile refuses plain JSON',
    createMobile,
    mobile,
    { method: 'POST', headers: mobileHeaders, body: '{}' },
    200,
    '9530',
  ],
  ['tianyi answers in XML by default', createTianyi, tianyi + fixedShares.tianyi?.gone, {}, 400, '<error><code>Share'],
] as const)('%s', (_title, create, url, sent, status, text) => {
  const reply = create(1).answer(new URL(url), { ...plainGet, ...sent })
  expect(reply.status).toBe(status)
  expect(reply.body).toContain(text)
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
