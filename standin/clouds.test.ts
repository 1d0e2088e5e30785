// Tests the cloud mocks over HTTP: responses for the fixed shares, and the distribution of all other share states.
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShareStates, fixedPassword, fixedShares } from './clouds/share-states.ts'
import { type Standin, startStandin } from './server.ts'

let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())

interface Question {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Request body; the request is a POST when it is set. */
  readonly body?: string
}

/** Status and body of a response. */
function ask({ url, headers = {}, body }: Question): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request(standin.url, { method, headers: { ...headers, 'x-upstream-url': url } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Builds the request that checks a share with an access code, or with `''` for none. */
type Asking = (code: string, password: string) => Question

function sharePage(host: string, pr: string, headers: Question['headers'] = {}): Asking {
  return (pwd_id, passcode) => ({
    url: `https://${host}/1/clouddrive/share/sharepage/token?pr=${pr}&fr=pc`,
    headers,
    body: JSON.stringify({ pwd_id, passcode }),
  })
}

function aliyun(share_id: string, share_pwd: string): Question {
  const url = 'https://api.aliyundrive.com/v2/share_link/get_share_token'
  return { url, body: JSON.stringify({ share_id, share_pwd }) }
}

function baidu(code: string, password: string): Question {
  const url = `https://pan.baidu.com/share/verify?surl=${code.slice(1)}`
  return { url, headers: { cookie: 'BAIDUID=demo' }, body: `pwd=${password}&vcode=&vcode_str=` }
}

function tianyi(shareCode: string, accessCode: string): Question {
  const look = `getShareInfoByCodeV2.action?shareCode=${shareCode}`
  const tried = `checkAccessCode.action?shareCode=${shareCode}&accessCode=${accessCode}`
  const url = `https://cloud.189.cn/api/open/share/${accessCode === '' ? look : tried}`
  return { url, headers: { accept: 'application/json;charset=UTF-8' } }
}

const mobileKey = 'PVGDwmcvfs1uV3d1'

function mobile(linkID: string, passwd: string): Question {
  const url = 'https://share-kd-njs.yun.139.com/yun-share/richlifeApp/devapp/IOutLink/getOutLinkInfoV6'
  const iv = Buffer.alloc(16, 7)
  const cipher = createCipheriv('aes-128-cbc', mobileKey, iv)
  const plain = JSON.stringify({ getOutLinkInfoReq: { linkID, passwd, pCaID: 'root' } })
  const body = JSON.stringify(Buffer.concat([iv, cipher.update(plain), cipher.final()]).toString('base64'))
  return { url, headers: { referer: 'https://yun.139.com/', 'hcy-cool-flag': '1', 'x-deviceinfo': '||3|' }, body }
}

/** The text of a response, decrypted for clouds that encrypt. */
function plainOf(cloud: string, text: string): string {
  if (cloud !== 'mobile') return text
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-128-cbc', mobileKey, bytes.subarray(0, 16))
  return decipher.update(bytes.subarray(16), undefined, 'utf8') + decipher.final('utf8')
}

function ask115(code: string, password: string): Question {
  return { url: `https://115cdn.com/webapi/share/snap?share_code=${code}&receive_code=${password}` }
}

function ask123(key: string, password: string): Question {
  const url = `https://www.123684.com/b/api/share/get?shareKey=${key}&SharePwd=${password}`
  return { url, headers: { platform: 'web' } }
}

function drive(address: string): Asking {
  const headers = { 'x-captcha-token': 'token', 'x-client-id': 'client', 'x-device-id': 'device' }
  return (id, password) => ({ url: `https://${address}?share_id=${id}&pass_code=${password}`, headers })
}

const driveWords = [
  '"share_status":"OK"',
  '"share_status":"OK"',
  'PASS_CODE_ERROR',
  'NOT_FOUND',
  'SENSITIVE_RESOURCE',
  'too_many_requests',
]

/**
 * For each cloud: the request builder, and texts in the responses for open, coded (right and wrong code), gone, banned
 * and throttled shares.
 */
const rows: ReadonlyArray<readonly [string, Asking, readonly string[]]> = [
  [
    'quark',
    sharePage('drive-h.quark.cn', 'ucpro'),
    ['"stoken"', '"stoken"', '"code":41007', '"code":41006', '"code":41031', '"code":429'],
  ],
  [
    'uc',
    sharePage('pc-api.uc.cn', 'UCBrowser', { origin: 'https://drive.uc.cn' }),
    ['"stoken"', '"stoken"', '"code":41007', '"code":41006', '"code":41031', '"code":429'],
  ],
  [
    'aliyun',
    aliyun,
    [
      '"share_token"',
      '"share_token"',
      'InvalidResource.SharePwd',
      'ShareLink.Cancelled',
      'ShareLink.Forbidden',
      'ParamFlowException',
    ],
  ],
  ['baidu', baidu, ['"randsk"', '"randsk"', '"errno":-9,', '"errno":-8,', '"errno":-7,', '"errno":-12,']],
  [
    'tianyi',
    tianyi,
    ['"shareId"', '"shareId"', 'ErrorAccessCode', 'ShareInfoNotFound', 'ShareAuditNotPass', 'TooManyRequests'],
  ],
  ['mobile', mobile, ['"coLst"', '"coLst"', '"9188"', '"200000727"', '"200000732"', '频繁']],
  // Without an access code 115 shows nothing, not even for public shares.
  ['115', ask115, ['4100012', '"share_state":1', '4100008', '"share_state":7', '4100033', '"errno":911']],
  ['123', ask123, ['"InfoList"', '"InfoList"', '提取码错误', '此分享不存在', '"code":5104', '"code":429']],
  ['xunlei', drive('api-pan.xunlei.com/drive/v1/share'), driveWords],
  ['pikpak', drive('api-drive.mypikpak.com/drive/v1/share'), driveWords],
]

test.each(rows)('%s says of each fixed share what has become of it', async (cloud, asking, expected) => {
  const { open = '', coded = '', gone = '', banned = '', throttled = '', garbage = '' } = fixedShares[cloud] ?? {}
  const questions = [
    asking(open, ''),
    asking(coded, fixedPassword),
    asking(coded, 'x7k9'),
    asking(gone, fixedPassword),
    asking(banned, fixedPassword),
    asking(throttled, fixedPassword),
  ]
  for (const [index, question] of questions.entries()) {
    const text = plainOf(cloud, (await ask(question)).text)
    expect(text).toContain(expected[index])
    expect(JSON.parse(text)).toBeTypeOf('object')
  }
  expect((await ask(asking(garbage, fixedPassword))).text).toMatch(/^<!DOCTYPE html>/)
})

test('a visitor of baidu without a cookie is sent to a check page', async () => {
  const { headers: _, ...question } = baidu(fixedShares.baidu?.open ?? '', '')
  expect(await ask(question)).toEqual({ status: 302, text: '' })
})

test('uc answers that a share does not exist when it is asked by the name of quark', async () => {
  const asking = sharePage('pc-api.uc.cn', 'ucpro', { origin: 'https://drive.uc.cn' })
  expect((await ask(asking(fixedShares.uc?.open ?? '', ''))).text).toContain('"code":41006')
})

test.each(['xunlei', 'pikpak'])('%s wants to see a token', async (cloud) => {
  const asking = rows.find(([name]) => name === cloud)?.[1] ?? tianyi
  const { headers: _, ...question } = asking(fixedShares[cloud]?.open ?? '', '')
  const { status, text } = await ask(question)
  expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'captcha_invalid', error_code: 9 }])
})

test.each([
  ['in plain JSON', { body: '{"getOutLinkInfoReq":{"linkID":"StandInMob001"}}' }],
  ['without its flag', { headers: { referer: 'https://yun.139.com/', 'x-deviceinfo': '||3|' } }],
])('mobile takes no question %s', async (_how, change) => {
  const question = mobile(fixedShares.mobile?.open ?? '', '')
  expect(JSON.parse((await ask({ ...question, ...change })).text)).toMatchObject({ code: '9530' })
})

test('tianyi answers in XML who does not ask for JSON', async () => {
  const { url } = tianyi(fixedShares.tianyi?.gone ?? '', '')
  expect((await ask({ url })).text).toMatch(/<error><code>ShareInfoNotFound<\/code>.*<\/error>\n$/)
})

test('most other shares are there, under the same seed the same', () => {
  const codes = Array.from({ length: 2_000 }, (_, index) => `code${index}`)
  const count = (seed: number, password: string) => {
    const stateOf = createShareStates('quark', seed)
    const states = codes.map((code) => stateOf(code, password))
    return { states, of: (...wanted: readonly string[]) => states.filter((one) => wanted.includes(one)).length / 20 }
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
