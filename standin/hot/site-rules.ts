// Rules of hot-list sites that their fixtures do not show: the cookie of a visitor of weibo, and parameters that a site ignores.
import type { Reply, Sent } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** The host of the visitor pages. */
export const visitorHost = 'passport.weibo.com'

const lettersOfTokens = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** New visitor cookies for the posted form; undefined for any other request. */
export function answerVisitor(seed: number, url: URL, sent: Sent): Reply | undefined {
  if (sent.method !== 'POST' || url.pathname !== '/visitor/genvisitor2') return undefined
  const named = new URLSearchParams(sent.body).get('cb') ?? ''
  const callback = /^[\w.]{1,64}$/.exec(named)?.[0] ?? 'visitor_gray_callback'
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

const freeParameters: Readonly<Record<string, readonly string[]>> = {
  'api.bilibili.com': ['w_rid', 'wts'],
  'www.acfun.cn': ['subChannelId'],
  'blog.csdn.net': ['pageSize'],
  'www.guokr.com': ['limit'],
  'bbs-api-static.miyoushe.com': ['page_size'],
  'bbs-api.miyoushe.com': ['page_size'],
  'weread.qq.com': ['maxIndex'],
  'apps.game.qq.com': ['num'],
  'sso.ifanr.com': ['limit'],
  'm.163.com': ['page', 'size'],
  'wap.newsmth.net': ['t', 'page', 'size'],
}

/** Parameters that may be missing, added or have any value. */
export function freeParametersOf(host: string): readonly string[] {
  return freeParameters[host] ?? (/^top\.\w+\.sina\.com\.cn$/.test(host) ? ['js_var', 'top_order'] : [])
}

/** The reply to a request without the headers or the body of the fixture. Sources of xueqiu go on to its next host after 400. */
export function refusalOf(host: string): Reply {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return { status: host.endsWith('.xueqiu.com') ? 400 : 403, headers, body: '{"error":"forbidden"}' }
}
