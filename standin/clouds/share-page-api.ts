// Mock of the share page API that quark and uc have in common (link-check.md), and of the share pages of uc.
import { htmlPage, notFoundPage } from '../error-pages.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { createShareStates, garbagePage, jsonReply, type State, sentFields, shareName } from './share-states.ts'

/** The differences between the two clouds. */
interface SharePage {
  readonly cloud: string
  /** The required `pr` parameter; any other value gets "share does not exist". */
  readonly pr: string
  /** The required Origin header; not checked when absent. */
  readonly origin?: string
  readonly seed: number
}

const path = '/1/clouddrive/share/sharepage/'

function refusal(status: number, code: number, message: string): MockResponse {
  return jsonReply({ status, code, message, timestamp: 1_795_176_000 }, status)
}

const refusals: Readonly<Record<Exclude<State, 'ok'>, () => MockResponse>> = {
  'wants code': () => refusal(404, 41008, '需要提取码'),
  'wrong code': () => refusal(404, 41007, '提取码错误'),
  gone: () => refusal(404, 41006, '分享不存在'),
  banned: () => refusal(403, 41031, '分享者用户封禁链接查看受限'),
  throttled: () => refusal(429, 429, '访问过于频繁，请稍后再试'),
  garbage: garbagePage,
}

/** A token that contains its share code. It includes characters that need percent-encoding in a URL. */
function stokenOf(code: string): string {
  return `st+/${Buffer.from(code).toString('base64')}==`
}

function success(data: object): MockResponse {
  return jsonReply({ status: 200, code: 0, message: 'ok', timestamp: 1_795_176_000, data })
}

function detail(code: string): MockResponse {
  const file = { fid: '0'.repeat(32), file_name: `${shareName(code)}.mkv`, size: 1_342_177_280, dir: false }
  return success({
    is_owner: 0,
    is_expire: false,
    share: { title: shareName(code), status: 1, partial_violation: false, file_num: 1 },
    list: [file],
  })
}

/** Creates the mock of one cloud. */
function createSharePage({ cloud, pr, origin, seed }: SharePage): UpstreamHandler {
  const stateOf = createShareStates(cloud, seed)
  const token = ({ body }: Sent): MockResponse => {
    const fields = sentFields(body)
    const code = String(fields.get('pwd_id') ?? '')
    const state = stateOf(code, String(fields.get('passcode') ?? ''))
    return state === 'ok' ? success({ stoken: stokenOf(code), title: shareName(code) }) : refusals[state]()
  }
  return {
    answer({ pathname, searchParams }, sent) {
      if (origin !== undefined && sent.headers.origin !== origin) return refusal(403, 31001, '非法来源')
      if (searchParams.get('pr') !== pr) return refusals.gone()
      if (pathname === `${path}token` && sent.method === 'POST') return token(sent)
      if (pathname !== `${path}detail`) return notFoundPage()
      const code = searchParams.get('pwd_id') ?? ''
      return searchParams.get('stoken') === stokenOf(code) ? detail(code) : refusal(400, 14001, '非法token')
    },
    nothingFound: refusals.gone,
    variesBy: ({ headers }) => headers.origin ?? '',
  }
}

/** Mock of drive-h.quark.cn and its aliases. */
export function createQuark(seed: number): UpstreamHandler {
  return createSharePage({ cloud: 'quark', pr: 'ucpro', seed })
}

/** The page is empty until its script runs, and is the same for every path (evidence.md). */
function shell() {
  return htmlPage(
    '<!DOCTYPE html><html><head><title>UC网盘</title></head><body><div id="root"></div><script>var words=["分享已失效","请输入提取码"]</script></body></html>\n',
  )
}

/** Mock of pc-api.uc.cn, and of the share pages at drive.uc.cn. */
export function createUc(seed: number): UpstreamHandler {
  const api = createSharePage({ cloud: 'uc', pr: 'UCBrowser', origin: 'https://drive.uc.cn', seed })
  return { ...api, answer: (url, sent) => (url.host === 'drive.uc.cn' ? shell() : api.answer(url, sent)) }
}
