// Reasons of failures in the user's language.
import { describe, expect, test } from 'vitest'
import { type Reason, reasonCodes } from '../../../src/contract/reasons.ts'
import { reasonText } from './reason-text.ts'

const now = Date.parse('2026-11-28T02:33:21.062Z')
const parameters = { to: 'https://t.me/x', status: 503, host: 't.me', from: '05:00', until: '18:00', name: '"x"' }

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  test.each(reasonCodes)('%s has words of its own', (code) => {
    const others = reasonCodes.filter((other) => other !== code)
    const text = reasonText({ ...parameters, code }, language, now)
    expect(text).not.toMatch(/^\s*$|undefined/)
    expect(others.map((other) => reasonText({ ...parameters, code: other }, language, now))).not.toContain(text)
    if (language === 'zh' && code !== 'unknown_name') expect(text).toMatch(/\p{Script=Han}/u)
  })
})

test.each<[Reason, string]>([
  [{ code: 'redirected', to: 'https://t.me/x' }, '跳转到 https://t.me/x'],
  [{ code: 'closed', from: '05:00', until: '18:00' }, '每天 05:00–18:00（北京时间）关闭'],
  [{ code: 'timeout', answer_at: now - 52 * 60_000 }, '规定时间内没答完；用的是52分钟前的结果'],
])('%j is said as %s', (reason, text) => {
  expect(reasonText(reason, 'zh', now)).toBe(text)
})
