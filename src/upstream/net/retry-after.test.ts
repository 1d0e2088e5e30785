// Both forms of the Retry-After header, and invalid ones.
import { expect, it } from 'vitest'
import { parseRetryAfter } from './request.ts'

const now = Date.UTC(2026, 10, 20, 12, 0, 0)

it.each([
  ['seconds', '120', 120_000],
  ['no seconds', '0', 0],
  ['spaces around', ' 5 ', 5_000],
  ['a date', 'Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['a date in the old form', 'Friday, 20-Nov-26 12:00:30 GMT', 30_000],
  ['a date that is over', 'Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['nothing', undefined, undefined],
  ['an empty header', '', undefined],
  ['a word', 'soon', undefined],
  ['less than nothing', '-5', undefined],
  ['a fraction', '1.5', undefined],
  ['a year', '2099', 2_099_000],
  ['more digits than make sense', '99999999999', undefined],
])('reads %s', (_what, header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms)
})
