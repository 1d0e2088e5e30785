// The request handler over a file whose database fails on demand.
import { expect, it } from 'vitest'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import type { Fault } from '../sqlite/fault.ts'
import { createWritePermit } from '../thread/commit-permit.ts'
import { createTrawlDbHandler } from './request-handler.ts'
import type { Database } from './sqlite-database.ts'

/** A file that fails with these errors, one for each write of answers; `corrupt` starts a new database without records. */
function make(kinds: Fault['kind'][]) {
  const records: string[] = []
  const database: Database = {
    isReadOnly: false,
    readAnswers: async () => ({ answers: [], damaged: 0 }),
    readRecords: async () => [],
    readRevisions: async () => [],
    async writeAnswers() {
      if (kinds.length > 0) throw new Error(kinds[0])
    },
    async writeRecords(written) {
      records.push(...written.map(({ name }) => name))
      return []
    },
    probe: async () => undefined,
    tidy: async () => false,
    waitForLocks: () => undefined,
    isCurrentFile: () => true,
    close: () => undefined,
  }
  const file: DatabaseFile<Database> = {
    writable: async () => database,
    readable: () => database,
    async failed() {
      const kind = kinds.shift() ?? 'failing'
      if (kind === 'corrupt') records.length = 0
      return { kind, words: kind }
    },
    takeEvents: () => ({ isAnother: false }),
    bytes: () => 0,
    close: async () => undefined,
  }
  return { records, obey: createTrawlDbHandler(file) }
}

it('writes records again when the database that had them was set aside, whatever fails after that', async () => {
  const { records, obey } = make(['corrupt', 'full'])
  const answers = [{ key: 'a', at: 1, until: 2 }]
  const record = { name: 'r', bytes: new Uint8Array(1), revision: 1, isOnlyIfAbsent: false }
  const permit = createWritePermit()
  const reply = await obey({ kind: 'write', id: 1, now: 1, records: [record], answers, permit })
  expect(reply).toMatchObject({ areRecordsWritten: true, areAnswersWritten: false, fault: { kind: 'full' } })
  expect(records).toEqual(['r'])
})
