// Mock of weibo's visitor cookie page (weibo.md, "Visitor flow"), which is in no route table.
import type { Reply, Sent } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** The host of the visitor pages. */
export const visitorHost = 'passport.weibo.com'

const lettersOfTokens = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The reply to any request without a visitor cookie. */
export const visitorPage: Reply = {
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
