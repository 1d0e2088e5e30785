// Reasons of failures in the user's language.
import { describe, expect, test } from 'vitest'
import { reasonText } from './reason-text.ts'
import { type Reason, reasonCodes } from './reasons.ts'

const now = Date.parse('2026-11-28T02:33:21.062Z')
const parameters = {
  proxy: 'http://127.0.0.1:7890',
  to: 'https://t.me/x',
  status: 503,
  host: 't.me',
  from: '05:00',
  until: '18:00',
  name: '"x"',
}

function ageOf(at: number): string {
  return `${(now - at) / 60_000} 分钟前`
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  test.each(reasonCodes)('%s has words of its own', (code) => {
    const others = reasonCodes.filter((other) => other !== code)
    const text = reasonText({ ...parameters, code }, language, ageOf)
    expect(text).not.toMatch(/^\s*$|undefined/)
    expect(others.map((other) => reasonText({ ...parameters, code: other }, language, ageOf))).not.toContain(text)
    if (language === 'zh' && code !== 'unknown_name') expect(text).toMatch(/\p{Script=Han}/u)
  })
})

test.each<[Reason, string]>([
  [{ code: 'redirected', to: 'https://t.me/x' }, '跳转到 https://t.me/x'],
  [{ code: 'closed', from: '05:00', until: '18:00' }, '每天 05:00–18:00（北京时间）关闭'],
  [
    { code: 'proxy_refused', proxy: 'http://127.0.0.1:7890', use: 'http://host.docker.internal:7890' },
    '代理 http://127.0.0.1:7890 拒绝连接；容器里请改用 http://host.docker.internal:7890，并在代理里允许局域网连接',
  ],
  [
    { code: 'behind_proxy', proxy: 'http://127.0.0.1:7890', host: 't.me', status: 502 },
    '连上了代理 http://127.0.0.1:7890，但通过它连不上 t.me（代理返回 502）',
  ],
  [{ code: 'timeout', proxy: 'http://127.0.0.1:7890' }, '规定时间内没答完（经代理 http://127.0.0.1:7890）'],
  [{ code: 'timeout', answer_at: now - 52 * 60_000 }, '规定时间内没答完；用的是52 分钟前的结果'],
])('%j is said as %s', (reason, text) => {
  expect(reasonText(reason, 'zh', ageOf)).toBe(text)
})
