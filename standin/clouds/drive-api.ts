// Mock of the API that xunlei and pikpak share (link-check.md); a status word gives the state of a share.
import { notFoundPage } from '../error-pages.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createShareStates, garbagePage, jsonReply, type State, shareName } from './share-states.ts'

/** The differences between the two clouds. */
interface Drive {
  readonly cloud: string
  /** Path of the share look-up. */
  readonly path: string
  readonly seed: number
}

function refusal(status: number, error_code: number, error: string): MockResponse {
  return jsonReply({ error, error_code, error_url: '', error_description: error, error_details: [] }, status)
}

function statusOf(share_status: string, share_status_text: string): MockResponse {
  return jsonReply({ share_status, share_status_text, file_num: '0', title: '', files: [] })
}

function shareOf(code: string): MockResponse {
  const title = shareName(code)
  const files = [{ kind: 'drive#folder', id: 'VO0000000000000000000000A1', name: title, size: '0' }]
  return jsonReply({ share_status: 'OK', share_status_text: '', file_num: '1', title, files })
}

const refusals: Readonly<Record<Exclude<State, 'ok'>, () => MockResponse>> = {
  'wants code': () => statusOf('PASS_CODE_EMPTY', '请输入提取码'),
  'wrong code': () => statusOf('PASS_CODE_ERROR', '提取码错误'),
  gone: () => statusOf('NOT_FOUND', '分享不存在'),
  banned: () => statusOf('SENSITIVE_RESOURCE', '该分享内容可能涉及敏感信息'),
  throttled: () => refusal(429, 10, 'too_many_requests'),
  garbage: garbagePage,
}

const tokens = ['x-captcha-token', 'x-client-id', 'x-device-id'] as const

/** Creates the mock of one cloud. The rules for valid tokens are unknown, so it accepts every token. */
function createDrive({ cloud, path, seed }: Drive): UpstreamHandler {
  const stateOf = createShareStates(cloud, seed)
  return {
    answer({ pathname, searchParams }, { headers }) {
      if (pathname !== path) return notFoundPage()
      if (tokens.some((name) => (headers[name] ?? '') === '')) return refusal(400, 9, 'captcha_invalid')
      const code = searchParams.get('share_id') ?? ''
      const state = stateOf(code, searchParams.get('pass_code') ?? '')
      return state === 'ok' ? shareOf(code) : refusals[state]()
    },
    nothingFound: refusals.gone,
    variesBy: ({ headers }) => String(tokens.some((name) => (headers[name] ?? '') === '')),
  }
}

/** Mock of api-pan.xunlei.com. */
export function createXunlei(seed: number): UpstreamHandler {
  return createDrive({ cloud: 'xunlei', path: '/drive/v1/share', seed })
}

/** Mock of api-drive.mypikpak.com. */
export function createPikpak(seed: number): UpstreamHandler {
  return createDrive({ cloud: 'pikpak', path: '/drive/v1/share', seed })
}
