// The records of a database: each has a revision, so that nobody writes over what he has not read.
import { statement } from './database-tables.ts'
import type { RecordRead, RecordToWrite } from './disk-messages.ts'
import type { Sql } from './sql.ts'
import { asList, isAmong } from './sql-lists.ts'
import { commitEnded, mayCommit, type WritePermit } from './write-permit.ts'

export interface DatabaseRecords {
  /** As they are asked for. Rejects with what the database throws, like all here. */
  readRecords(names: readonly string[]): Promise<(RecordRead | undefined)[]>
  /** The revisions, as they are asked for; 0 where there is no record. */
  readRevisions(names: readonly string[]): Promise<number[]>
  /**
   * In one transaction; the names of those not written because another revision is there than they go over. Nothing at all is written,
   * and undefined given, when the permit was withdrawn.
   */
  writeRecords(records: readonly RecordToWrite[], permit: WritePermit): Promise<readonly string[] | undefined>
}

const find = statement({ names: 'text' }, (db, { names }, engine) =>
  db
    .selectFrom('records')
    .select(['name', 'revision', 'body'])
    .where(isAmong('name', names, { engine, of: 'text' })),
)

const revisions = statement({ names: 'text' }, (db, { names }, engine) =>
  db
    .selectFrom('records')
    .select(['name', 'revision'])
    .where(isAmong('name', names, { engine, of: 'text' })),
)

/** One that is not there at all was lost with its database: what goes over it is the best there is. */
const put = statement(
  { name: 'text', over: 'number', revision: 'number', body: 'bytes' },
  (db, { name, over, revision, body }) =>
    db
      .insertInto('records')
      .values({ name, revision, body })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ ref }) => ({ revision: ref('excluded.revision'), body: ref('excluded.body') }))
          .where('records.revision', '=', over),
      ),
)

const putIfAbsent = statement({ name: 'text', revision: 'number', body: 'bytes' }, (db, { name, revision, body }) =>
  db
    .insertInto('records')
    .values({ name, revision, body })
    .onConflict((conflict) => conflict.column('name').doNothing()),
)

/** Who waited for them has given up. */
class Withdrawn extends Error {}

/** Records over an open database. */
export function recordsOf(sql: Sql): DatabaseRecords {
  async function write({ name, bytes, revision, isOnlyIfAbsent }: RecordToWrite): Promise<boolean> {
    const record = { name, revision, body: bytes }
    if (!isOnlyIfAbsent) return (await sql.run(put, { ...record, over: revision - 1 })) > 0
    await sql.run(putIfAbsent, record)
    return true
  }

  async function writeAll(records: readonly RecordToWrite[], permit: WritePermit): Promise<readonly string[]> {
    const changed: string[] = []
    await sql.transact(async () => {
      for (const record of records) if (!(await write(record))) changed.push(record.name)
      if (!mayCommit(permit)) throw new Withdrawn()
    })
    return changed
  }

  return {
    async readRecords(names) {
      if (names.length === 0) return []
      const rows = await sql.all(find, { names: asList(names) })
      const found = new Map(rows.map(({ name, revision, body }) => [name, { revision, bytes: new Uint8Array(body) }]))
      return names.map((name) => found.get(name))
    },
    async readRevisions(names) {
      const rows = await sql.all(revisions, { names: asList(names) })
      const found = new Map(rows.map(({ name, revision }) => [name, revision]))
      return names.map((name) => found.get(name) ?? 0)
    },
    async writeRecords(records, permit) {
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
