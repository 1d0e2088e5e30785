// The table of records, with revisions for optimistic locking.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, statement } from '../sql/sql-tag.ts'

export interface StoredRecord {
  readonly revision: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface RecordToWrite extends StoredRecord {
  readonly name: string
}

export type RecordTables = ReturnType<typeof createRecordTables>

interface RecordRow {
  readonly name: string
  readonly revision: number
  readonly body: Uint8Array
}

const findRecord = statement<Omit<RecordRow, 'name'>, { name: string }>`
  select revision, body from records where name = ${'name'}`

const findRevisions = statement<Omit<RecordRow, 'body'>, { names: string }>`
  select name, revision from records where ${among('name', 'names')}`

const putRecord = statement<never, RecordRow & { over: number }>`
  insert into records (name, revision, body) values (${'name'}, ${'revision'}, ${'body'})
  on conflict (name) do update set revision = excluded.revision, body = excluded.body
  where records.revision = ${'over'}`

const putRecordIfAbsent = statement<never, RecordRow>`
  insert into records (name, revision, body) values (${'name'}, ${'revision'}, ${'body'})
  on conflict (name) do nothing`

/** All methods reject with database errors. A write is on the disk when it resolves. */
export function createRecordTables(writing: Sql, reading = writing) {
  return {
    async readRecord(name: string): Promise<StoredRecord | undefined> {
      const row = await reading.first(findRecord, { name })
      return row && { revision: row.revision, bytes: new Uint8Array(row.body) }
    },
    /** Returns the revisions in the order of the names; 0 for a missing record. */
    async readRevisions(names: readonly string[]): Promise<number[]> {
      const rows = await reading.all(findRevisions, { names: toJsonList(names) })
      const found = new Map(rows.map(({ name, revision }) => [name, revision]))
      return names.map((name) => found.get(name) ?? 0)
    },
    /** Writes over the revision before the given one, or over none; whether that was the stored one. */
    writeRecord: ({ name, bytes, revision }: RecordToWrite): Promise<boolean> =>
      writing.transaction(
        async () => (await writing.run(putRecord, { name, revision, body: bytes, over: revision - 1 })) > 0,
      ),
    /** Writes records that the database lacks; others may be newer than what is given. */
    restoreRecords: (records: readonly RecordToWrite[]): Promise<void> =>
      writing.transaction(async () => {
        for (const { name, bytes, revision } of records)
          await writing.run(putRecordIfAbsent, { name, revision, body: bytes })
      }),
  }
}
