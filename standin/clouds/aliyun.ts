// Mock of the aliyun share API (link-check.md): share look-up and access code check.
import { notFoundPage } from '../error-pages.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { createShareStates, garbagePage, jsonReply, type State, sentFields, shareName } from './share-states.ts'

function refusal(code: string, message: string): MockResponse {
  return jsonReply({ code, message }, 400)
}

const refusals: Readonly<Record<Exclude<State, 'ok' | 'wants code' | 'wrong code'>, () => MockResponse>> = {
  gone: () => refusal('ShareLink.Cancelled', 'share_link is cancelled by the creator'),
  banned: () => refusal('ShareLink.Forbidden', 'share_link is forbidden by system'),
  throttled: () => refusal('ParamFlowException', 'ParamFlowException'),
  garbage: garbagePage,
}

function shareOf(code: string, hasPassword: boolean): MockResponse {
  const name = shareName(code)
  return jsonReply({
    creator_name: '演示',
    expiration: '',
    file_count: hasPassword ? 0 : 1,
    share_name: name,
    share_title: name,
    has_pwd: hasPassword,
    file_infos: hasPassword ? [] : [{ type: 'folder', file_id: '0'.repeat(40), file_name: name }],
  })
}

/** Mock of api.aliyundrive.com and api.alipan.com. */
export function createAliyun(seed: number): UpstreamHandler {
  const stateOf = createShareStates('aliyun', seed)
  const look = (code: string): MockResponse => {
    const state = stateOf(code, '')
    const isThere = state === 'ok' || state === 'wants code' || state === 'wrong code'
    return isThere ? shareOf(code, state !== 'ok') : refusals[state]()
  }
  const open = (code: string, password: string): MockResponse => {
    const state = stateOf(code, password)
    if (state === 'ok') return jsonReply({ share_token: 'eyJ.demo.token', expires_in: 7200 })
    const isWrong = state === 'wants code' || state === 'wrong code'
    return isWrong ? refusal('InvalidResource.SharePwd', 'The resource share_pwd is not valid.') : refusals[state]()
  }
  return {
    answer({ pathname }, { method, body }) {
      const fields = sentFields(body)
      const code = String(fields.get('share_id') ?? '')
      if (method !== 'POST') return notFoundPage()
      if (pathname === '/adrive/v3/share_link/get_share_by_anonymous') return look(code)
      if (pathname !== '/v2/share_link/get_share_token') return notFoundPage()
      return open(code, String(fields.get('share_pwd') ?? ''))
    },
    nothingFound: () => refusal('NotFound.ShareLink', 'The resource share_link cannot be found.'),
  }
}
