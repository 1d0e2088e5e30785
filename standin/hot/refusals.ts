// Refusals of each site for a valid URL with an invalid cookie, token, signature or referer, as its sheet describes.
import { createHash } from 'node:crypto'
import type { Reply, Sent } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** The host of the visitor pages. */
export const visitorHost = 'passport.weibo.com'

const lettersOfTokens = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The reply to any request without a visitor cookie. */
const visitorPage: Reply = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Sina Visitor System</title></head><body></body></html>\n',
}

function newVisitor(seed: number, callback: string): Reply {
  const chance = createSeededRandom(seed, 'weibo visitor')
  const sub = `_2AkDemo${chance.letters(lettersOfTokens, 64)}`
  const subp = `0033Demo${chance.letters(lettersOfTokens, 48)}`
  const data = { sub, subp, next: '', tid: chance.letters(lettersOfTokens, 32), new_tid: false, confidence: 95 }
  const place = 'Path=/; Domain=.weibo.com; Secure; SameSite=None'
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': [`SUB=${sub}; HttpOnly; ${place}`, `SUBP=${subp}; ${place}`],
    },
    body: `window.${callback} && ${callback}(${JSON.stringify({ retcode: 20_000_000, msg: 'succ', data })});`,
  }
}

/** The visitor page, or new visitor cookies for the posted form; undefined for any other URL. */
export function answerVisitor(seed: number, url: URL, sent: Sent): Reply | undefined {
  if (sent.method === 'GET' && url.pathname === '/visitor/visitor') return visitorPage
  if (sent.method !== 'POST' || url.pathname !== '/visitor/genvisitor2') return undefined
  const form = new URLSearchParams(sent.body)
  return newVisitor(seed, /^[\w.]{1,64}$/.exec(form.get('cb') ?? '')?.[0] ?? 'visitor_gray_callback')
}

function digest(kind: 'md5' | 'sha1', text: string): string {
  return createHash(kind).update(text).digest('hex')
}

/** True when `sign` is the MD5 of the SHA-1 of all other parameters, sorted by name (cls.md). */
function isClsSigned({ searchParams }: URL): boolean {
  const signed = new URLSearchParams(searchParams)
  signed.delete('sign')
  signed.sort()
  return searchParams.get('sign') === digest('md5', digest('sha1', signed.toString()))
}

/** Base-36 text in five parts of 8, 4, 4, 4 and 12 characters. */
const coolapkToken = /^[0-9a-f]{32}(?<device>[0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12})0x(?<time>[0-9a-f]{1,12})$/

/** True when the token matches the device and time that it contains (coolapk.md). */
function isCoolapkToken(token: string): boolean {
  const { device = '', time = '' } = coolapkToken.exec(token)?.groups ?? {}
  if (device === '') return false
  const seconds = digest('md5', String(Number.parseInt(time, 16)))
  const secret = `token://com.coolapk.market/c67ef5943784d09750dcfbb31020f0ab?${seconds}$${device}&com.coolapk.market`
  return token.slice(0, 32) === digest('md5', Buffer.from(secret).toString('base64'))
}

/** The token in 51cto's sample; no other token is valid. */
const issuedToken = '0123456789abcdef0123456789abcdef'

/**
 * True when a 51cto request has the issued token, and `sign` matches its path, parameter names, token and time
 * (b-51cto.md).
 */
function is51ctoSigned({ pathname, searchParams }: URL): boolean {
  const token = searchParams.get('token') ?? ''
  const names = [...searchParams.keys()].filter((name) => name !== 'sign').toSorted()
  const query = digest('md5', names.join(',') + digest('md5', token) + (searchParams.get('timestamp') ?? ''))
  const sign = digest('md5', digest('md5', pathname.slice(1)) + query)
  return token === issuedToken && searchParams.get('sign') === sign
}

/** The names of the two pictures in bilibili's sample of `nav`, concatenated. */
const wbiKeys = '7cd084941338484aae1ad9425b84077c4932caff0ff746eab6f01bf08b70ac45'
const wbiPlaces = [
  46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41,
  13,
]

/** True when `w_rid` matches all other parameters, sorted by name, and the keys (b-bilibili.md). */
function isWbiSigned({ searchParams }: URL): boolean {
  const signed = [...searchParams]
    .filter(([name]) => name !== 'w_rid')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const pairs = signed.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.replaceAll(/[!'()*]/g, ''))}`,
  )
  const mixin = wbiPlaces.map((place) => wbiKeys.charAt(place)).join('')
  return searchParams.get('w_rid') === digest('md5', pairs.join('&') + mixin)
}

/** Rules of a host in addition to its fixtures. */
interface Rule {
  /** A check that fixture headers cannot express; true lets the request pass. */
  readonly isValid?: (url: URL, sent: Sent) => boolean
  refuse(url: URL): Reply
  /** The response of a known page to unknown parameters, in place of 404. */
  readonly unknownParameters?: (url: URL) => Reply
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
function isTokenValid(_url: URL, { headers }: Sent): boolean {
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

const gamesRule: Rule = { refuse: refuseGame, unknownParameters: refuseGame, free: ['page_size'] }

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
function isCookieValid(_url: URL, { headers }: Sent): boolean {
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
  'www.cls.cn': { isValid: isSigned, refuse: () => json(200, { errno: 10012, msg: 'sign error', data: {} }) },
  'api.coolapk.com': {
    isValid: (_url, { headers }) => isCoolapkToken(headers['x-app-token'] ?? ''),
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
  'mesh.if.iqiyi.com': { isValid: isFromDevice, refuse: () => json(200, { code: 400, msg: 'device is required' }) },
  'api.bilibili.com': { isValid: isWellSigned, refuse: refuseBilibili, free: ['w_rid', 'wts'] },
  'api.producthunt.com': {
    isValid: isTokenValid,
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
    isValid: (url) => url.pathname.startsWith('/api/') || is51ctoSigned(url),
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
  'newsapp.sina.cn': { isValid: (url) => !isMother(url), refuse: retired, unknownParameters: retired },
  'weread.qq.com': {
    refuse: plain(403),
    unknownParameters: () => json(200, { books: [] }),
    free: ['maxIndex'],
  },
  'www.nmc.cn': {
    refuse: plain(403),
    unknownParameters: () =>
      json(200, {
        msg: 'success',
        code: 0,
        data: { page: { pageNo: 1, pageSize: 20, count: 0, totalPage: 0, list: [] } },
      }),
  },
  'apps.game.qq.com': {
    refuse: plain(403),
    unknownParameters: () => json(200, { status: 0, msg: 'unknown target', data: null }),
    free: ['num'],
  },
  'sso.ifanr.com': { refuse: plain(403), free: ['limit'] },
  'm.163.com': { refuse: plain(403), free: ['page', 'size'] },
  'wap.newsmth.net': { refuse: plain(403), free: ['t', 'page', 'size'] },
  'api.zhihu.com': {
    isValid: isCookieValid,
    refuse: () =>
      json(401, { error: { code: 100, name: 'AuthenticationInvalidRequest', message: '请求头或参数封装错误' } }),
  },
}

const plainRule: Rule = { refuse: () => json(403, { error: 'forbidden' }) }

/** The rule of `host`; a host without a documented refusal responds 403. */
export function ruleOf(host: string): Rule {
  return rules[host] ?? plainRule
}
