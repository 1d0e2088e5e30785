// Mock of the 123 share API (link-check.md, evidence.md): one list endpoint whose messages separate equal codes.
import { notFoundPage } from '../error-pages.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createShareStates, garbagePage, jsonReply, type State, shareName } from './share-states.ts'

function refusal(code: number, message: string): MockResponse {
  return jsonReply({ code, message, data: null })
}

function shareOf(code: string): MockResponse {
  const file = { FileId: 12_340_001, FileName: `${shareName(code)}.mkv`, Type: 0, Size: 1_342_177_280 }
  const data = { Next: '-1', Len: 1, IsFirst: true, Expired: false, InfoList: [file] }
  return jsonReply({ code: 0, message: 'ok', data })
}

const refusals: Readonly<Record<Exclude<State, 'ok'>, () => MockResponse>> = {
  'wants code': () => refusal(5103, '请输入提取码'),
  'wrong code': () => refusal(5103, '提取码错误'),
  gone: () => refusal(5103, '此分享不存在'),
  banned: () => refusal(5104, '分享已失效'),
  throttled: () => refusal(429, '请求过于频繁，请稍后再试'),
  garbage: garbagePage,
}

/**
 * Mock of 123pan.com and its aliases. It refuses requests without the header of its page. `www.123pan.com` has had no
 * API since 2026.
 */
export function create123(seed: number): UpstreamHandler {
  const stateOf = createShareStates('123', seed)
  return {
    answer({ host, pathname, searchParams }, { headers }) {
      if (pathname !== '/b/api/share/get' || host === 'www.123pan.com') return notFoundPage()
      if (headers.platform !== 'web') return { ...garbagePage(), status: 403 }
      const code = searchParams.get('shareKey') ?? ''
      const state = stateOf(code, searchParams.get('SharePwd') ?? '')
      return state === 'ok' ? shareOf(code) : refusals[state]()
    },
    nothingFound: refusals.gone,
    variesBy: ({ headers }) => headers.platform ?? '',
  }
}
