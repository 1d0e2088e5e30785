// Limits of connections by the number of files that the process may open.
import { expect, it } from 'vitest'
import { connectionLimits, connectionLimitsFor, parseMaxOpenFiles } from './request-limits.ts'

it.each([
  [256, 128, 32],
  [1_024, 512, 128],
  [4_096, 2_048, 400],
  [1_048_576, 4_000, 400],
])('a process with %i files has %i connections, and %i for one client', (files, maxConnections, maxPerClient) => {
  expect(connectionLimitsFor(files)).toEqual({ ...connectionLimits, maxConnections, maxPerClient })
})

it('a process whose number of files is unknown has the usual limits', () => {
  expect(connectionLimitsFor(undefined)).toEqual(connectionLimits)
})

it('the number of files is the soft limit of the process', () => {
  const head = 'Limit                     Soft Limit           Hard Limit           Units     \n'
  expect(
    parseMaxOpenFiles(`${head}Max open files            256                  512                  files     \n`),
  ).toBe(256)
  expect(
    parseMaxOpenFiles(`${head}Max open files            unlimited            unlimited            files\n`),
  ).toBeUndefined()
})
