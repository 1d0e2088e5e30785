// Log lines and warnings about the health of a database.
import { expect, it, vi } from 'vitest'
import { createDatabaseHealth } from './database-health.ts'

const names = { file: 'trawl.db', place: 'DATA_DIR', silent: 'DATA_DIR does not answer' }

it('tells of the latest five files that were set aside, and logs all', () => {
  const error = vi.fn()
  const health = createDatabaseHealth({ warn: vi.fn(), info: vi.fn(), error }, names)
  for (let at = 1; at <= 7; at += 1) health.onReply({ bytes: 0, setAside: `file-${at}` })
  expect(health.notices().map((notice) => /file-\d/.exec(notice)?.[0])).toEqual(
    [3, 4, 5, 6, 7].map((at) => `file-${at}`),
  )
  expect(error).toHaveBeenCalledTimes(7)
})
