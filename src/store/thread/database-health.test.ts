// Log lines and warnings about the health of a database.
import { expect, it, vi } from 'vitest'
import type { TrawlDbResponse } from '../trawl-db/messages.ts'
import { createDatabaseHealth } from './database-health.ts'

const reply: TrawlDbResponse = {
  id: 1,
  isAnother: false,
  bytes: 0,
  damaged: 0,
  hasMore: false,
  areRecordsWritten: true,
  areAnswersWritten: true,
}

it('tells of the latest five files that were set aside, and logs all', () => {
  const error = vi.fn()
  const health = createDatabaseHealth({ warn: vi.fn(), info: vi.fn(), error })
  for (let at = 1; at <= 7; at += 1) health.onReply({ ...reply, setAside: `file-${at}` })
  expect(health.notices().map((notice) => /file-\d/.exec(notice)?.[0])).toEqual(
    [3, 4, 5, 6, 7].map((at) => `file-${at}`),
  )
  expect(error).toHaveBeenCalledTimes(7)
})
