// Rules of hot-list sites that their fixtures do not show: the cookie of a visitor of weibo, and refusals.
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

/** The reply to a request without the headers or the body of the fixture. Sources of xueqiu go on to its next host after 400. */
export function refusalOf(host: string): Reply {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return { status: host.endsWith('.xueqiu.com') ? 400 : 403, headers, body: '{"error":"forbidden"}' }
}
