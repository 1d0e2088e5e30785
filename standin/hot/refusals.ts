// Refusals of each site for a valid URL with an invalid cookie, token, sign or referer, as its sheet describes.
import type { Reply, Sent } from '../mock-response.ts'
import { is51ctoSigned, isClsSigned, isCoolapkToken, isWbiSigned } from './request-signatures.ts'
import { visitorPage } from './weibo-visitor.ts'

/** Rules of a host in addition to its fixtures. */
interface Rule {
  /** A check that fixture headers cannot express; true lets the request pass. */
  readonly isGood?: (url: URL, sent: Sent) => boolean
  refuse(url: URL): Reply
  /** The response of a known page to unknown parameters, in place of 404. */
  readonly stranger?: (url: URL) => Reply
  /** Parameters that may be missing, added or have any value. */
  readonly free?: readonly string[]
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

/** False for the token value that means "invalid"; tests trigger this refusal without a secret. */
function isNoBadToken(_url: URL, { headers }: Sent): boolean {
  return !/^Bearer bad\b/i.test(headers.authorization ?? '')
}

/** True when the URL is a correctly signed API call (its path starts with a version) or a page, which needs no sign. */
function isSigned(url: URL): boolean {
  return !/^\/v\d+\//.test(url.pathname) || isClsSigned(url)
}

function isFromDevice({ searchParams }: URL): boolean {
  return searchParams.has('device')
}

/** A refusal without a reason. */
function plain(status: number, body = ''): () => Reply {
  return () => html(status, body)
}

function retired(): Reply {
  return json(200, { status: -1, msg: 'empty data', data: {} })
}

function isMother({ searchParams }: URL): boolean {
  return searchParams.get('newsId')?.endsWith('-mother') ?? false
}

/** Refuses an unknown parameter of miyoushe and names it. */
function refuseGame({ searchParams }: URL): Reply {
  const isGame = ['1', '2', '3', '4', '5', '6', '8'].includes(searchParams.get('gids') ?? '')
  const [retcode, message] = isGame ? [1001, '参数type不正确'] : [1002, '参数gids不正确']
  return json(200, { retcode, message, data: null })
}

const gamesRule: Rule = { refuse: refuseGame, stranger: refuseGame, free: ['page_size'] }

/** A sign that is present must be right. The ranking also accepts no sign; URLs with the sign in their name do not. */
function isWellSigned(url: URL): boolean {
  const mayBeBare = !url.searchParams.has('w_rid') && !url.pathname.includes('/wbi/')
  return mayBeBare || isWbiSigned(url)
}

function refuseBilibili(url: URL): Reply {
  const data = { v_voucher: 'voucher_demo' }
  return isWellSigned(url)
    ? json(200, { code: -352, message: '-352', ttl: 1, data })
    : json(200, { code: 0, message: '0', ttl: 1, data })
}

/** False for the cookie value that means "not signed in", like the token above. */
function isNoBadCookie(_url: URL, { headers }: Sent): boolean {
  return !/\bz_c0="?bad\b/i.test(headers.cookie ?? '')
}

const sinaBoards = Object.fromEntries(
  ['news', 'sports', 'finance', 'ent', 'tech'].map((site): readonly [string, Rule] => [
    `top.${site}.sina.com.cn`,
    { refuse: plain(403), free: ['js_var', 'top_order'] },
  ]),
)

const rules: Readonly<Record<string, Rule>> = {
  's.weibo.com': { refuse: toVisitorPage },
  // Since September 2025 (upstreams/search/evidence.md).
  'm.weibo.cn': { refuse: () => visitorPage },
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
  'api.bilibili.com': { isGood: isWellSigned, refuse: refuseBilibili, free: ['w_rid', 'wts'] },
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
  ...sinaBoards,
  'api-media.51cto.com': {
    isGood: (url) => url.pathname.startsWith('/api/') || is51ctoSigned(url),
    refuse: () => json(401, { code: 401, msg: 'sign error', data: {} }),
  },
  'www.acfun.cn': {
    refuse: () => ({ status: 403, headers: { 'content-type': 'text/plain' }, body: 'denied by UA ACL = blacklist' }),
    free: ['subChannelId'],
  },
  'blog.csdn.net': { refuse: plain(521, '<html><body>521</body></html>'), free: ['pageSize'] },
  'www.guokr.com': { refuse: plain(403), free: ['limit'] },
  'www.yystv.cn': { refuse: plain(403) },
  'www.douban.com': { refuse: plain(418) },
  'movie.douban.com': { refuse: plain(418) },
  'www.jianshu.com': { refuse: plain(403) },
  'weibo.com': { refuse: plain(403) },
  'ngabbs.com': { refuse: () => html(200, JSON.stringify({ error: ['参数错误'], code: 1 })) },
  'bbs-api-static.miyoushe.com': gamesRule,
  'bbs-api.miyoushe.com': gamesRule,
  'newsapp.sina.cn': { isGood: (url) => !isMother(url), refuse: retired, stranger: retired },
  'weread.qq.com': {
    refuse: plain(403),
    stranger: () => json(200, { books: [] }),
    free: ['maxIndex'],
  },
  'www.nmc.cn': {
    refuse: plain(403),
    stranger: () =>
      json(200, {
        msg: 'success',
        code: 0,
        data: { page: { pageNo: 1, pageSize: 20, count: 0, totalPage: 0, list: [] } },
      }),
  },
  'apps.game.qq.com': {
    refuse: plain(403),
    stranger: () => json(200, { status: 0, msg: 'unknown target', data: null }),
    free: ['num'],
  },
  'sso.ifanr.com': { refuse: plain(403), free: ['limit'] },
  'm.163.com': { refuse: plain(403), free: ['page', 'size'] },
  'wap.newsmth.net': { refuse: plain(403), free: ['t', 'page', 'size'] },
  'api.zhihu.com': {
    isGood: isNoBadCookie,
    refuse: () =>
      json(401, { error: { code: 100, name: 'AuthenticationInvalidRequest', message: '请求头或参数封装错误' } }),
  },
}

const plainRule: Rule = { refuse: () => json(403, { error: 'forbidden' }) }

/** The rule of `host`; a host without a documented refusal responds 403. */
export function ruleOf(host: string): Rule {
  return rules[host] ?? plainRule
}
