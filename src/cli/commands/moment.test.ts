// Tests how times of flags are parsed: ages, local times, and ISO 8601.
import { expect, test } from 'vitest'
import { parseMoment } from './hot.ts'

const now = Date.UTC(2026, 10, 21, 12)

test.each([
  ['2h', now - 7_200_000],
  ['90m', now - 5_400_000],
  ['2026-11-21 08:00', new Date(2026, 10, 21, 8).getTime()],
  ['2026-11-21', new Date(2026, 10, 21).getTime()],
  ['2026-11-21T08:00:30+08:00', Date.UTC(2026, 10, 21, 0, 0, 30)],
])('%s is a time', (text, at) => {
  expect(parseMoment('--at', text, now)).toBe(at)
})

test.each(['2090-01-01', '2026-11-21T12:00:01Z'])('%s is refused, because it is in the future', (text) => {
  expect(() => parseMoment('--at', text, now)).toThrow(`--at must not be in the future; ${text} is`)
})

test.each(['yesterday', '2026-13-01', '2h ago', '', '99999d', '1960-01-01'])('%j is none', (text) => {
  expect(() => parseMoment('--at', text, now)).toThrow('--at must be how long ago (30m, 2h, 3d) or a time like')
})
