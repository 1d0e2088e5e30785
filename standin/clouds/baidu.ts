// Mock of the baidu share API (link-check.md): visitor cookie, three API calls and the share page.
import { htmlPage, notFoundPage } from '../error-pages.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createShareStates, garbagePage, jsonReply, type State, shareName } from './share-states.ts'

type StateOf = (code: string, password: string) => State

function home(): MockResponse {
  const cookie = `BAIDUID=${createSeededRandom('baidu visitor').letters('0123456789ABCDEF', 32)}:FG=1; Path=/; Max-Age=31536000`
  return {
    ...htmlPage('<!DOCTYPE html><title>百度网盘</title>\n'),
    headers: { 'content-type': 'text/html', 'set-cookie': cookie },
  }
}

/** Redirect for requests without the visitor cookie and for throttled clients. */
function toCheckPage(): MockResponse {
  return { status: 302, headers: { location: 'https://pan.baidu.com/wap/check' }, body: '' }
}

/** The token that a right access code returns; the cloud sends it percent-encoded. */
function randskOf(code: string): string {
  return encodeURIComponent(Buffer.from(`open ${code}`).toString('base64'))
}

function errno(number: number, more: object = {}): MockResponse {
  return jsonReply({ errno: number, err_msg: '', request_id: 9_000_000_001, ...more })
}

const lookErrnos: Readonly<Record<Exclude<State, 'garbage'>, number>> = {
  ok: 0,
  'wants code': -9,
  'wrong code': -9,
  gone: -9,
  banned: -21,
  throttled: -62,
}
const verifyErrnos: Readonly<Record<Exclude<State, 'garbage'>, number>> = {
  ok: 0,
  'wants code': -12,
  'wrong code': -9,
  gone: -8,
  banned: -7,
  throttled: -12,
}
const listErrnos: Readonly<Record<Exclude<State, 'garbage'>, number>> = {
  ok: 0,
  'wants code': -9,
  'wrong code': -9,
  gone: 145,
  banned: 115,
  throttled: 9019,
}

function page(state: State): MockResponse {
  if (state === 'garbage') return garbagePage()
  const words = {
    ok: '百度网盘 分享无限制',
    'wants code': '请输入提取码：',
    'wrong code': '请输入提取码：',
    gone: '啊哦，你来晚了，分享的文件已经被取消了，下次要早点哟。',
    banned: '此链接分享内容可能因为涉及侵权、色情、反动、低俗等信息，无法访问！',
    throttled: '请完成下方验证后继续操作',
  }
  const title = state === 'throttled' ? '百度安全验证' : '百度网盘'
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><div>${words[state]}</div></body></html>\n`,
  )
}

function list(code: string, state: State): MockResponse {
  if (state === 'garbage') return garbagePage()
  if (state !== 'ok') return errno(listErrnos[state])
  return errno(0, { title: shareName(code), list: [{ fs_id: 1, server_filename: `${shareName(code)}.mkv`, isdir: 0 }] })
}

/**
 * Response of one API call. The call determines the share code; `stateOf` gives the state for the access code sent with
 * it.
 */
function answerCall(url: URL, sent: Sent, stateOf: StateOf): MockResponse {
  const { pathname, searchParams } = url
  if (pathname === '/api/shorturlinfo') {
    const state = stateOf(searchParams.get('shorturl') ?? '', '')
    return state === 'garbage' ? garbagePage() : errno(lookErrnos[state])
  }
  const code = `1${searchParams.get('surl') ?? searchParams.get('shorturl') ?? ''}`
  if (pathname === '/share/verify' && sent.method === 'POST') {
    const state = stateOf(code, new URLSearchParams(sent.body).get('pwd') ?? '')
    if (state === 'garbage') return garbagePage()
    return errno(verifyErrnos[state], state === 'ok' ? { randsk: randskOf(code) } : {})
  }
  if (pathname !== '/share/list') return notFoundPage()
  const isOpened = (sent.headers.cookie ?? '').includes(`BDCLND=${randskOf(code)}`)
  return list(code, isOpened ? 'ok' : stateOf(code, ''))
}

/** Mock of pan.baidu.com. */
export function createBaidu(seed: number): UpstreamHandler {
  const stateOf = createShareStates('baidu', seed)
  return {
    answer(url, sent) {
      if (url.pathname === '/') return home()
      if (url.pathname === '/wap/check') return page('throttled')
      if (!(sent.headers.cookie ?? '').includes('BAIDUID=')) return toCheckPage()
      const [, code] = /^\/s\/(1[\w-]{7,22})$/.exec(url.pathname) ?? []
      return code === undefined ? answerCall(url, sent, stateOf) : page(stateOf(code, ''))
    },
    nothingFound: () => errno(-9),
    variesBy: ({ headers }) => headers.cookie ?? '',
  }
}
