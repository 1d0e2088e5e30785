// The functions of all groups of tables over an open database, the same for SQLite and PostgreSQL.
import { createAnswerReads, createAnswerWrites } from './answers/answer-table.ts'
import { createArchiveReads } from './archive/archive-reads.ts'
import { createArchiveRetention, createArchiveWrites, type Retention } from './archive/archive-writes.ts'
import { createReindexing } from './archive/reindex.ts'
import type { SightingQuery, StoredSighting } from './archive/types.ts'
import { createHistoryReads, createWriteRefreshes } from './history/history-table.ts'
import { createHistoryRetention } from './history/retention.ts'
import type { HistoryLimits } from './history/types.ts'
import { createRecordReads, createRecordWrites } from './records/record-table.ts'
import type { Sql } from './sql/sql.ts'
import { statement } from './sql/sql-tag.ts'

type Find = (wanted: SightingQuery) => Promise<StoredSighting[]>

/** What differs between SQLite and PostgreSQL. */
export interface DatabaseParts {
  /** Additional bytes that a large answer occupies. */
  readonly largeAnswerBytes: number
  readonly answersBytes: number
  /** Undefined: no limits. */
  readonly history: HistoryLimits | undefined
  readonly archive: Omit<Retention, 'used'> & {
    /** Bytes of the archive; `others` are those of answers and history. */
    readonly used: (others: number) => Promise<number>
  }
  /** Whether a key and a source can be stored. */
  readonly canStore?: (text: string) => boolean
  /** Steps of work on a file: shortens a long log, merges the search index, gives free pages back. Whether there may be more to do. */
  readonly maintenance?: {
    checkpoint(): boolean
    merge(): boolean
    shrink(isIdle: boolean): boolean
  }
  /** Makes a write reach the disk. */
  readonly durably?: <T>(write: () => Promise<T>) => Promise<T>
}

const countShares = statement<{ shares: number }>`select shares from counts`
const touchNothing = statement`update records set revision = revision where name = ''`

/** Creates the functions that only read, over a connection of their own: reads do not wait for writes. They reject with database errors. */
export function createReads(sql: Sql, find: Find) {
  return {
    ...createAnswerReads(sql),
    ...createRecordReads(sql),
    ...createArchiveReads(sql),
    /** Finds sightings, the newest first. */
    find,
    ...createHistoryReads(sql),
  }
}

/** Creates the functions that write. They reject with database errors, as this one. */
export async function createWrites(sql: Sql, parts: DatabaseParts) {
  const { durably = (write) => write() } = parts
  const unlimited = { maxDays: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY }
  const { bytes: answersBytes, ...answers } = await createAnswerWrites(sql, parts)
  const history = createHistoryRetention(sql, parts.history ?? unlimited)
  const records = createRecordWrites(sql)
  await history.count()
  return {
    ...answers,
    writeRecord: (...given: Parameters<typeof records.writeRecord>) => durably(() => records.writeRecord(...given)),
    ...createArchiveWrites(sql, parts.canStore),
    writeRefreshes: createWriteRefreshes(sql),
    /** One step of maintenance; whether there is more to do. */
    tidyHistory: history.tidy,
    /** Writes without changing data, to test whether the database is writable. */
    probe: () => sql.transaction(async () => void (await sql.run(touchNothing, {}))),
    ...createMaintenance(sql, parts, () => answersBytes() + history.bytes()),
  }
}

function createMaintenance(sql: Sql, { archive, maintenance }: DatabaseParts, others: () => number) {
  const retention = createArchiveRetention(sql, { ...archive, used: () => archive.used(others()) })
  const reindex = createReindexing(sql)
  async function step(isIdle: boolean): Promise<boolean> {
    if (maintenance?.checkpoint()) return true
    const wasEvicted = await retention.evict()
    // In every step, even when the archive is full: otherwise SQLite eventually merges everything at once.
    const isMerged = maintenance?.merge() ?? false
    return wasEvicted || isMerged || (await reindex()) || (maintenance?.shrink(isIdle) ?? false)
  }
  const shares = async () => (await sql.first(countShares, {}))?.shares ?? 0
  return {
    shares,
    isFull: retention.isFull,
    /**
     * One step of maintenance: evicts links that exceed the limit, indexes old titles, and tends a file. A short log is left unless `isIdle`.
     * `isFull`: maintenance must come before the next write. `shares`: the number of shares in the archive.
     */
    maintain: async (isIdle: boolean) => ({
      hasMore: await step(isIdle),
      isFull: await retention.isFull(),
      shares: await shares(),
    }),
  }
}
