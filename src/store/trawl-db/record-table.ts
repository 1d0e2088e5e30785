// The table of records, with revisions for optimistic locking.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, statement } from '../sql/sql-tag.ts'
import { commitEnded, tryCommit, type WritePermit } from '../thread/commit-permit.ts'
import type { RecordRead, RecordToWrite } from './messages.ts'

export type DatabaseRecords = ReturnType<typeof recordsOf>

interface RecordRow {
  readonly name: string
  readonly revision: number
  readonly body: Uint8Array
}

const findRecords = statement<RecordRow, { names: string }>`
  select name, revision, body from records where ${among('name', 'names')}`

const findRevisions = statement<Omit<RecordRow, 'body'>, { names: string }>`
  select name, revision from records where ${among('name', 'names')}`

const putRecord = statement<never, RecordRow & { over: number }>`
  insert into records (name, revision, body) values (${'name'}, ${'revision'}, ${'body'})
  on conflict (name) do update set revision = excluded.revision, body = excluded.body
  where records.revision = ${'over'}`

const putRecordIfAbsent = statement<never, RecordRow>`
  insert into records (name, revision, body) values (${'name'}, ${'revision'}, ${'body'})
  on conflict (name) do nothing`

/** Thrown inside the transaction when the permit was revoked. */
class Withdrawn extends Error {}

export function recordsOf(sql: Sql) {
  async function write({ name, bytes, revision, isOnlyIfAbsent }: RecordToWrite): Promise<boolean> {
    const record = { name, revision, body: bytes }
    if (!isOnlyIfAbsent) return (await sql.run(putRecord, { ...record, over: revision - 1 })) > 0
    await sql.run(putRecordIfAbsent, record)
    return true
  }

  async function writeAll(records: readonly RecordToWrite[], permit: WritePermit): Promise<readonly string[]> {
    const changed: string[] = []
    await sql.transaction(async () => {
      for (const record of records) if (!(await write(record))) changed.push(record.name)
      if (!tryCommit(permit)) throw new Withdrawn()
    })
    return changed
  }

  return {
    /** Returns the records in the order of the names. Rejects with database errors, as all methods. */
    async readRecords(names: readonly string[]): Promise<(RecordRead | undefined)[]> {
      const rows = names.length > 0 ? await sql.all(findRecords, { names: toJsonList(names) }) : []
      const found = new Map(rows.map(({ name, revision, body }) => [name, { revision, bytes: new Uint8Array(body) }]))
      return names.map((name) => found.get(name))
    },
    /** Returns the revisions in the order of the names; 0 for a missing record. */
    async readRevisions(names: readonly string[]): Promise<number[]> {
      const rows = await sql.all(findRevisions, { names: toJsonList(names) })
      const found = new Map(rows.map(({ name, revision }) => [name, revision]))
      return names.map((name) => found.get(name) ?? 0)
    },
    /** Writes in one transaction. Returns the names of records that were skipped because their stored revision is not the expected one; undefined if the permit was revoked and nothing was written. */
    async writeRecords(records: readonly RecordToWrite[], permit: WritePermit): Promise<readonly string[] | undefined> {
      try {
        const changed = await writeAll(records, permit)
        commitEnded(permit, changed.length === 0)
        return changed
      } catch (error) {
        commitEnded(permit, false)
        if (error instanceof Withdrawn) return undefined
        throw error
      }
    },
  }
}
