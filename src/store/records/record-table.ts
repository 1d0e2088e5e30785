// The table of records, with revisions for optimistic locking.
import { among, type Sql, statement, toJsonList } from '../sql/sql.ts'

export interface StoredRecord {
  readonly revision: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

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

export function createRecordReads(sql: Sql) {
  return {
    async readRecord(name: string): Promise<StoredRecord | undefined> {
      const row = await sql.first(findRecord, { name })
      return row && { revision: row.revision, bytes: new Uint8Array(row.body) }
    },
    /** Returns the revisions in the order of the names; 0 for a missing record. */
    async readRevisions(names: readonly string[]): Promise<number[]> {
      const rows = await sql.all(findRevisions, { names: toJsonList(names) })
      const found = new Map(rows.map(({ name, revision }) => [name, revision]))
      return names.map((name) => found.get(name) ?? 0)
    },
  }
}

export function createRecordWrites(sql: Sql) {
  return {
    /** Writes over the revision before the given one, or over none; whether that was the stored one. */
    writeRecord: ({ name, bytes, revision }: StoredRecord & { readonly name: string }): Promise<boolean> =>
      sql.transaction(async () => (await sql.run(putRecord, { name, revision, body: bytes, over: revision - 1 })) > 0),
  }
}
