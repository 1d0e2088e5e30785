// How each site refuses a request whose address is right and whose cookie, token, sign or referer is not, as its sheet tells.
import type { Reply, Sent } from '../answer.ts'
import { isClsSigned, isCoolapkToken } from './signs.ts'

/** What a host does besides what the fixtures ask for. */
interface Rule {
  /** A check that no list of headers can say; true lets the request pass. */
  readonly isGood?: (url: URL, sent: Sent) => boolean
  refuse(url: URL): Reply
}

function json(status: number, value: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

function html(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

function toVisitorPage(url: URL): Reply {
  const back = encodeURIComponent(url.href)
  const location = `https://passport.weibo.com/visitor/visitor?entry=miniblog&a=enter&url=${back}&domain=.weibo.com`
  return html(302, '', { location })
}

/** A token that says itself that it is bad, so that this refusal can be had without a secret. */
function isNoBadToken(_url: URL, { headers }: Sent): boolean {
  return !/^Bearer bad\b/i.test(headers.authorization ?? '')
}

/** Its API, whose paths begin with a version, is signed; its pages are not. */
function isSigned(url: URL): boolean {
  return !/^\/v\d+\//.test(url.pathname) || isClsSigned(url)
}

function isFromDevice({ searchParams }: URL): boolean {
  return searchParams.has('device')
}

const rules: Readonly<Record<string, Rule>> = {
  's.weibo.com': { refuse: toVisitorPage },
  'www.cls.cn': { isGood: isSigned, refuse: () => json(200, { errno: 10012, msg: 'sign error', data: {} }) },
  'api.coolapk.com': {
    isGood: (_url, { headers }) => isCoolapkToken(headers['x-app-token'] ?? ''),
    refuse: () => json(200, { status: -1, message: '请求不合法，请检查客户端' }),
  },
  'stock.xueqiu.com': {
    refuse: ({ pathname }) =>
      json(400, {
        error_description: '遇到错误，请刷新页面或者重新登录帐号后再试',
        error_uri: pathname,
        error_data: null,
        error_code: '400016',
      }),
  },
  'www.douyin.com': { refuse: () => ({ ...json(200, ''), body: '' }) },
  'm.douban.com': {
    refuse: ({ pathname }) => json(400, { msg: 'invalid_request_1284', code: 1284, request: `GET ${pathname}` }),
  },
  'mesh.if.iqiyi.com': { isGood: isFromDevice, refuse: () => json(200, { code: 400, msg: 'device is required' }) },
  'api.bilibili.com': {
    refuse: () => json(200, { code: -352, message: '-352', ttl: 1, data: { v_voucher: 'voucher_demo' } }),
  },
  'api.producthunt.com': {
    isGood: isNoBadToken,
    refuse: () => json(401, { data: null, errors: [{ error: 'invalid_oauth_token' }] }),
  },
  'pbaccess.video.qq.com': { refuse: () => json(200, { ret: -1, msg: 'invalid request', data: null }) },
  'www.zhihu.com': {
    refuse: () => json(403, { error: { code: 40362, message: '您当前请求存在异常，暂时限制本次访问' } }),
  },
  'bbs.hupu.com': { refuse: () => html(405, '<html><body>405</body></html>') },
  'www.freebuf.com': { refuse: () => html(405, '<html><body>Your request was blocked.</body></html>') },
  'linux.do': {
    refuse: () => html(403, '<html><title>Just a moment...</title></html>', { 'cf-mitigated': 'challenge' }),
  },
}

const plainRule: Rule = { refuse: () => json(403, { error: 'forbidden' }) }

/** What `host` insists on beyond its fixtures; hosts whose sheet tells nothing answer 403. */
export function ruleOf(host: string): Rule {
  return rules[host] ?? plainRule
}
