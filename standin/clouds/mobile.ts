// Plays China Mobile's cloud as the check of its shares sees it (link-check.md): plain JSON asked, plain JSON answered.
import type { Answer, Player } from '../answer.ts'
import { notFoundPage } from '../sites/page-parts.ts'
import { garbagePage, jsonReply, sentFields, shareName } from './answers.ts'
import { createFates, type State } from './fates.ts'

function refusal(code: string, desc: string): Answer {
  return jsonReply({ success: false, code, desc, data: null })
}

function shareOf(code: string): Answer {
  const file = { coID: 'Fw00000000000000001', coName: `${shareName(code)}.mkv`, coSize: 1_342_177_280 }
  return jsonReply({
    success: true,
    code: '0',
    desc: '',
    data: { lkName: shareName(code), nodNum: 1, pCaID: 'root', coLst: [file], caLst: null },
  })
}

const refusals: Readonly<Record<Exclude<State, 'ok'>, () => Answer>> = {
  'wants code': () => refusal('9188', '提取码非法'),
  'wrong code': () => refusal('9188', '提取码非法'),
  gone: () => refusal('200000727', '外链不存在/外链被分享者取消'),
  banned: () => refusal('200000732', '外链已过期'),
  throttled: () => refusal('9999', '请求过于频繁，请稍后再试'),
  garbage: garbagePage,
}

const path = '/yun-share/richlifeApp/devapp/IOutLink/getOutLinkInfoV6'

/** Plays share-kd-njs.yun.139.com. */
export function createMobile(seed: number): Player {
  const stateOf = createFates('mobile', seed)
  return {
    answer({ pathname }, { method, headers, body }) {
      if (pathname !== path || method !== 'POST') return notFoundPage()
      if (headers.referer === undefined) return refusal('9530', '请求头缺失')
      const asked = sentFields(JSON.stringify(sentFields(body).get('getOutLinkInfoReq') ?? {}))
      const code = String(asked.get('linkID') ?? '')
      const state = stateOf(code, String(asked.get('passwd') ?? ''))
      return state === 'ok' ? shareOf(code) : refusals[state]()
    },
    nothingFound: refusals.gone,
    variesBy: ({ headers }) => String(headers.referer === undefined),
  }
}
