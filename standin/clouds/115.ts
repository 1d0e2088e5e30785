// Mock of the 115 share API (link-check.md): the contents of a share, shown only with its access code.
import { notFoundPage } from '../error-pages.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createShareStates, garbagePage, jsonReply, type State, shareName } from './share-states.ts'

function refusal(errno: number, error: string): MockResponse {
  return jsonReply({ state: false, error, errno, data: [] })
}

function shareOf(code: string, state: number, reason: string): MockResponse {
  const list = [{ cid: '2870000000000000001', n: shareName(code), s: 1_342_177_280 }]
  const shareinfo = { snap_id: '5010000001', share_title: shareName(code), share_state: state, forbid_reason: reason }
  return jsonReply({
    state: true,
    error: '',
    errno: 0,
    data: { shareinfo, count: list.length, list, share_state: state },
  })
}

const refusals: Readonly<Record<Exclude<State, 'ok'>, (code: string) => MockResponse>> = {
  'wants code': () => refusal(4100012, '请输入访问码'),
  'wrong code': () => refusal(4100008, '访问码错误'),
  // An expired share still lists its contents.
  gone: (code) => shareOf(code, 7, '链接已过期'),
  banned: () => refusal(4100033, '分享包含违规内容'),
  throttled: () => refusal(911, '请验证账号'),
  garbage: garbagePage,
}

/** Mock of 115cdn.com. */
export function create115(seed: number): UpstreamHandler {
  const stateOf = createShareStates('115', seed)
  return {
    answer({ pathname, searchParams }) {
      if (pathname !== '/webapi/share/snap') return notFoundPage()
      const code = searchParams.get('share_code') ?? ''
      const password = searchParams.get('receive_code') ?? ''
      const state = password === '' ? 'wants code' : stateOf(code, password)
      return state === 'ok' ? shareOf(code, 1, '') : refusals[state](code)
    },
    nothingFound: () => refusal(4100010, '分享已取消'),
  }
}
