// Keys and formatting of log entries.
import { expect, it } from 'vitest'
import { countTexts, formatRequest, withKeys } from './log-lines.ts'
import type { LogsReport } from './report-types.ts'

function line(time: number, message: string): LogsReport['logs'][number] {
  return { time, level: 'error', message, requestId: 'r1' }
}

it('a line keeps its key when others come before it, though they are of one request or equal', () => {
  const before = [line(2, 'twice'), line(2, 'twice'), line(2, 'other'), line(1, 'first')]
  const after = [line(2, 'twice'), ...before]
  const keys = withKeys(before).map(({ key }) => key)
  expect(new Set(keys).size).toBe(4)
  expect(
    withKeys(after)
      .slice(1)
      .map(({ key }) => key),
  ).toEqual(keys)
  expect(withKeys(after).map(({ entry }) => entry)).toEqual(after)
})

it('a level counts all that is as grave or graver', () => {
  const stats = { byLevel: { debug: 5, info: 4, warn: 3, error: 2, fatal: 1 }, total: 15 }
  expect(countTexts(stats)).toEqual({ debug: ' (15)', info: ' (10)', warn: ' (6)', error: ' (3)', fatal: ' (1)' })
  expect(countTexts(undefined).debug).toBe('')
})

it('a request is said in one line, where there was one', () => {
  expect(formatRequest({ ...line(1, 'answered'), method: 'GET', path: '/api/search', status: 200 })).toBe(
    'GET /api/search 200',
  )
  expect(formatRequest(line(1, 'no request'))).toBeUndefined()
})
