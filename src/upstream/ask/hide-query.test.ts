// Failures do not tell what was asked for.
import { expect, it } from 'vitest'
import { UpstreamError } from '../errors.ts'
import { createQueryHider } from './hide-query.ts'

it.each([
  ['as it is', { kw: '纸鹤', ext: {} }, 'no result for 纸鹤', 'no result for ***'],
  ['word by word', { kw: '纸鹤 灯塔', ext: {} }, '灯塔 and 纸鹤: nothing', '*** and ***: nothing'],
  ['in capitals', { kw: 'paper Crane', ext: {} }, 'nothing for PAPER CRANE', 'nothing for ***'],
  [
    'percent-encoded',
    { kw: '纸鹤', ext: {} },
    'redirected to https://a.test/%e7%ba%b8%e9%b9%a4/',
    'redirected to https://a.test/***/',
  ],
  ['of one character', { kw: '鹤', ext: {} }, 'no result for 鹤', 'no result for ***'],
  [
    'percent-encoded in GBK',
    { kw: '纸鹤' },
    'to https://a.test/s?q=%D6%BD%BA%D7&p=1 now',
    'to https://a.test/s?q=*** now',
  ],
  ['in GBK with a letter', { kw: '璏' }, 'to https://a.test/?q=%ad%4D or %adM', 'to https://a.test/?q=*** or ***'],
  ['in other parameters', { kw: '', ext: { en: ['crane'] } }, 'crane not found', '*** not found'],
  ['of a share', { share: { code: 'k3m9x', password: '' } }, 'k3m9x was deleted', '*** was deleted'],
])('a failure does not repeat the query %s', (_what, query, message, shown) => {
  expect(createQueryHider(query)(new UpstreamError('mismatch', message)).message).toBe(shown)
})

it.each([
  ['in its middle', '纸鹤与灯塔', '纸鹤与灯', ''],
  ['after a letter', 'Crane', 'c', ''],
  ['in its encoded form', '纸鹤', '%E7%BA%B8%E9', ''],
  ['before it', '纸鹤', '', 'x'],
])('a failure that was cut %s does not repeat the beginning of the query', (_where, kw, rest, shown) => {
  const before = '-'.repeat(299 - rest.length - shown.length) + shown
  const { message } = createQueryHider({ kw })(new UpstreamError('mismatch', `${before}${rest}${'.'.repeat(20)}`))
  expect(message).toBe(`${before}…`)
})

it('the address of a redirect does not either, and the rest of the failure stays', () => {
  const hide = createQueryHider({ kw: 'crane' })
  const more = { status: 403, retryAfterMs: 5 }
  const error = new UpstreamError('blocked', 'to /s/crane', { ...more, reason: { code: 'redirected', to: '/s/crane' } })
  const reason = { code: 'redirected', to: '/s/***' }
  expect(hide(error)).toMatchObject({ ...more, kind: 'blocked', message: 'to /s/***', reason })
})

it('an error without the query is the same one', () => {
  const error = new UpstreamError('blocked', 'answered 403', { status: 403 })
  expect(createQueryHider({ kw: 'crane' })(error)).toBe(error)
  expect(createQueryHider({ kw: 'a' })(error)).toBe(error)
})
