// Log lines and warnings about the health of a database.
import { expect, it, vi } from 'vitest'
import { createDatabaseHealth } from './database.ts'

it('tells of the latest five files that were set aside, and logs all', () => {
  const error = vi.fn()
  const log = { warn: vi.fn(), info: vi.fn(), error }
  const health = createDatabaseHealth({ name: 'trawl.db', at: { folder: 'data' } }, log)
  for (let at = 1; at <= 7; at += 1) health.onReplaced(`file-${at}`)
  expect(health.notices().map((notice) => /file-\d/.exec(notice)?.[0])).toEqual(
    [3, 4, 5, 6, 7].map((at) => `file-${at}`),
  )
  expect(error).toHaveBeenCalledTimes(7)
})
