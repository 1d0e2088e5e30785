// The functions of an open database by name, the same for SQLite and PostgreSQL. They run in the worker thread, and reject with database errors.
import { createAnswerReads, createAnswerWrites } from './answers/answer-table.ts'
import { createArchiveReads } from './archive/archive-reads.ts'
import { createArchiveRetention, createArchiveWrites, type Retention } from './archive/archive-writes.ts'
import { createReindexing } from './archive/reindex.ts'
import type { SightingQuery, StoredSighting } from './archive/types.ts'
import { createHistoryReads, createWriteRefreshes } from './history/history-table.ts'
import { createHistoryRetention } from './history/retention.ts'
import type { HistoryLimits } from './history/types.ts'
import { createRecordReads, createRecordWrites } from './records/record-table.ts'
import { type Sql, statement } from './sql/sql.ts'

/** The limits of the groups of tables. A group without one is not in use. */
export interface TableLimits {
  /** Approximate size limit of the answers. */
  readonly answers?: { readonly maxBytes: number } | undefined
  readonly archive?: { readonly maxBytes: number } | undefined
  readonly history?: HistoryLimits | undefined
}

export interface DatabaseOptions extends TableLimits {
  readonly name: 'trawl.db' | 'PostgreSQL'
  readonly at: { readonly folder: string } | { readonly url: string }
}

export type Tables = ReturnType<typeof createReads> & Awaited<ReturnType<typeof createWrites>>
export type FunctionName = keyof Tables
export type FunctionResult<Name extends FunctionName> = Awaited<ReturnType<Tables[Name]>>

/** Functions that only read. They run on an open database, beside a write. */
const reads: ReadonlySet<string> = new Set<keyof ReturnType<typeof createReads>>([
  ...(['readAnswers', 'readRecord', 'readRevisions', 'find', 'newest', 'findWork', 'yieldsSince', 'health'] as const),
  ...(['scan', 'listAt', 'listsSince', 'page'] as const),
])

export function isRead(name: string): boolean {
  return reads.has(name)
}

/** Creates the functions that only read, over a connection of their own: reads do not wait for writes. */
export function createReads(sql: Sql, find: (wanted: SightingQuery) => Promise<StoredSighting[]>) {
  return {
    ...createAnswerReads(sql),
    ...createRecordReads(sql),
    ...createArchiveReads(sql),
    /** Finds sightings, the newest first. */
    find,
    ...createHistoryReads(sql),
  }
}

/** What differs between SQLite and PostgreSQL. */
interface DatabaseParts {
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
  /** Steps of work on a file: merges the search index, gives free pages back. Whether there may be more to do. */
  readonly maintenance?: {
    merge(): boolean
    shrink(isIdle: boolean): boolean
  }
  /** Makes a write reach the disk. */
  readonly durably?: <T>(write: () => Promise<T>) => Promise<T>
}

const countShares = statement<{ shares: number }>`select shares from counts`
const touchNothing = statement`update records set revision = revision where name = ''`
const unlimited: HistoryLimits = { maxDays: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY }

/** Creates the functions that write. */
export async function createWrites(sql: Sql, parts: DatabaseParts) {
  const { durably = (write) => write(), archive, maintenance } = parts
  const { bytes: answersBytes, ...answers } = await createAnswerWrites(sql, parts)
  const history = await createHistoryRetention(sql, parts.history ?? unlimited)
  const { writeRecord } = createRecordWrites(sql)
  const used = () => archive.used(answersBytes() + history.bytes())
  const retention = createArchiveRetention(sql, { ...archive, used })
  const reindex = createReindexing(sql)
  const shares = async () => (await sql.first(countShares, {}))?.shares ?? 0

  async function step(isIdle: boolean): Promise<boolean> {
    const wasEvicted = await retention.evict()
    // In every step, even when the archive is full: otherwise SQLite eventually merges everything at once.
    const isMerged = maintenance?.merge() ?? false
    return wasEvicted || isMerged || (await reindex()) || (maintenance?.shrink(isIdle) ?? false)
  }

  return {
    ...answers,
    writeRecord: (...given: Parameters<typeof writeRecord>) => durably(() => writeRecord(...given)),
    ...createArchiveWrites(sql, parts.canStore),
    writeRefreshes: createWriteRefreshes(sql),
    /** One step of maintenance; whether there is more to do. */
    tidyHistory: history.tidy,
    /** Writes without changing data, to test whether the database is writable. */
    probe: () => sql.transaction(async () => void (await sql.run(touchNothing, {}))),
    shares,
    isFull: retention.isFull,
    /**
     * One step of maintenance: evicts links that exceed the limit, indexes old titles, and tends a file. Its log is left unless `isIdle`.
     * `isFull`: maintenance must come before the next write. `shares`: the number of shares in the archive.
     */
    maintain: async (isIdle: boolean) => ({
      hasMore: await step(isIdle),
      isFull: await retention.isFull(),
      shares: await shares(),
    }),
  }
}
