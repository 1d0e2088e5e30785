// Mock of the China Mobile cloud (link-check.md, evidence.md): JSON encrypted in both directions.
import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { notFoundPage } from '../error-pages.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { createShareStates, garbagePage, jsonReply, type State, sentFields, shareName } from './share-states.ts'

const key = Buffer.from('PVGDwmcvfs1uV3d1', 'latin1')

/** Base64 of IV and ciphertext, with the API's encryption header. */
function sealed(value: object): MockResponse {
  const plain = JSON.stringify(value)
  const iv = hash('md5', plain, 'buffer')
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  const body = iv.toString('hex') + cipher.update(plain, 'utf8', 'hex') + cipher.final('hex')
  const headers = { 'content-type': 'application/json;charset=UTF-8', 'hcy-cool-flag': '1' }
  return { status: 200, headers, body: Buffer.from(body, 'hex').toString('base64') }
}

/**
 * Decrypts a request body: base64, with or without JSON quotes. Returns an empty map when it is not encrypted
 * correctly.
 */
function unsealed(body: string): ReadonlyMap<string, unknown> {
  const bytes = Buffer.from(body.replaceAll('"', ''), 'base64')
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, bytes.subarray(0, 16))
    return sentFields(decipher.update(bytes.subarray(16), undefined, 'utf8') + decipher.final('utf8'))
  } catch {
    return new Map()
  }
}

function refusal(code: string, desc: string): MockResponse {
  return sealed({ success: false, code, desc, data: null })
}

function shareOf(code: string): MockResponse {
  const file = { coID: 'Fw00000000000000001', coName: `${shareName(code)}.mkv`, coSize: 1_342_177_280 }
  return sealed({
    success: true,
    code: '0',
    desc: '',
    data: { lkName: shareName(code), nodNum: 1, pCaID: 'root', coLst: [file], caLst: null },
  })
}

const refusals: Readonly<Record<Exclude<State, 'ok'>, () => MockResponse>> = {
  'wants code': () => refusal('9188', '提取码非法'),
  'wrong code': () => refusal('9188', '提取码非法'),
  gone: () => refusal('200000727', '外链不存在/外链被分享者取消'),
  banned: () => refusal('200000732', '外链已过期'),
  throttled: () => refusal('9999', '请求过于频繁，请稍后再试'),
  garbage: garbagePage,
}

const path = '/yun-share/richlifeApp/devapp/IOutLink/getOutLinkInfoV6'
const expected = ['referer', 'hcy-cool-flag', 'x-deviceinfo'] as const

/**
 * True when the gateway rejects the request: a header is missing or the body is plain JSON. It replies in plain JSON.
 */
function isRejected({ headers, body }: Sent): boolean {
  return expected.some((name) => headers[name] === undefined) || unsealed(body).size === 0
}

/** Mock of share-kd-njs.yun.139.com. */
export function createMobile(seed: number): UpstreamHandler {
  const stateOf = createShareStates('mobile', seed)
  return {
    answer({ pathname }, sent) {
      if (pathname !== path || sent.method !== 'POST') return notFoundPage()
      if (isRejected(sent)) return jsonReply({ success: false, code: '9530', desc: '请求头缺失', data: null })
      const asked = sentFields(JSON.stringify(unsealed(sent.body).get('getOutLinkInfoReq') ?? {}))
      const code = String(asked.get('linkID') ?? '')
      const state = stateOf(code, String(asked.get('passwd') ?? ''))
      return state === 'ok' ? shareOf(code) : refusals[state]()
    },
    nothingFound: refusals.gone,
    variesBy: ({ headers }) => expected.map((name) => String(headers[name] === undefined)).join(' '),
  }
}
