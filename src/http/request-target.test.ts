// Tests of splitting a request target.
import { expect, test } from 'vitest'
import { targetPath, targetQuery } from './request-target.ts'

test.each([
  ['/a/b', '/a/b', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?b=?&c', '/a', 'b=?&c'],
  ['/a?b#c?d', '/a', 'b'],
  ['/a#c', '/a', ''],
  ['/a?', '/a', ''],
  ['*', '*', ''],
])('%s is path %s and query %s', (target, path, query) => {
  expect([targetPath(target), targetQuery(target)]).toEqual([path, query])
})
