// The functions of all groups of tables over an open database, the same for SQLite and PostgreSQL.
import { createAnswerTables } from './answers/answer-table.ts'
import { createRetention } from './answers/retention.ts'
import { createReadOperations } from './archive/read-operations.ts'
import { createReindexing } from './archive/reindex.ts'
import { createArchiveRetention } from './archive/retention.ts'
import { type SeenSighting, withTokens } from './archive/tables.ts'
import type { SightingQuery, StoredSighting } from './archive/types.ts'
import { createWriteOperations } from './archive/write-operations.ts'
import { createHistoryReads } from './history/read-operations.ts'
import { createHistoryRetention } from './history/retention.ts'
import type { HistoryLimits } from './history/tables.ts'
import { createWriteRefreshes } from './history/write-operations.ts'
import { createRecordTables } from './records/record-table.ts'
import type { Sql } from './sql/sql.ts'
import { statement } from './sql/sql-tag.ts'

/** What differs between SQLite and PostgreSQL. */
export interface DatabaseParts {
  readonly writing: Sql
  /** A connection of its own, so that reads do not wait for writes. */
  readonly reading: Sql
  readonly find: (wanted: SightingQuery) => Promise<StoredSighting[]>
  /** Additional bytes that a large answer occupies. */
  readonly largeAnswerBytes: number
  readonly answersBytes: number
  readonly history: HistoryLimits
  readonly archive: {
    readonly maxBytes: number
    /** Shares evicted in one step. */
    readonly evictedAtOnce: number
    /** Bytes of the archive; `others` are those of answers and history. */
    readonly used: (others: number) => Promise<number>
  }
  /** Whether a key and a source can be stored. */
  readonly canStore?: (text: string) => boolean
  /** Steps of work on a file: shortens a long log, merges the search index, gives free pages back. Whether there may be more to do. */
  readonly checkpoint?: () => boolean
  readonly merge?: () => boolean
  readonly shrink?: (isIdle: boolean) => boolean
  /** Makes a write reach the disk. */
  readonly durably?: <T>(write: () => Promise<T>) => Promise<T>
}

const countShares = statement<{ shares: number }>`select shares from counts`
const touchNothing = statement`update records set revision = revision where name = ''`

/** Creates the functions. Rejects with database errors, as all of them. */
export async function createTables(parts: DatabaseParts) {
  const { writing, reading, canStore = () => true, durably = (write) => write() } = parts
  const answers = createRetention({
    sql: writing,
    maxBytes: parts.answersBytes,
    largeAnswerBytes: parts.largeAnswerBytes,
  })
  const history = createHistoryRetention(writing, parts.history)
  const records = createRecordTables(writing, reading)
  const { store, ...writes } = createWriteOperations(writing)
  await answers.count()
  await history.count()
  return {
    ...createAnswerTables(writing, answers, reading),
    ...records,
    writeRecord: (...given: Parameters<typeof records.writeRecord>) => durably(() => records.writeRecord(...given)),
    restoreRecords: (...given: Parameters<typeof records.restoreRecords>) =>
      durably(() => records.restoreRecords(...given)),
    ...createReadOperations(reading),
    find: parts.find,
    ...writes,
    store,
    writeSightings: (sightings: readonly SeenSighting[], now: number) =>
      store(withTokens(sightings.filter(({ key, source }) => canStore(key) && canStore(source))), now),
    ...createHistoryReads(reading),
    writeRefreshes: createWriteRefreshes(writing),
    tidyHistory: history.tidy,
    probe: () => writing.transaction(async () => void (await writing.run(touchNothing, {}))),
    ...createMaintenance(parts, () => answers.bytes() + history.bytes()),
  }
}

function createMaintenance({ writing, archive, checkpoint, merge, shrink }: DatabaseParts, others: () => number) {
  const { maxBytes, evictedAtOnce: atOnce } = archive
  const used = () => archive.used(others())
  const retention = createArchiveRetention(writing, { maxBytes, atOnce, used })
  const reindex = createReindexing(writing)
  async function step(isIdle: boolean): Promise<boolean> {
    if (checkpoint?.()) return true
    const wasEvicted = await retention.evict()
    // In every step, even when the archive is full: otherwise SQLite eventually merges everything at once.
    const isMerged = merge?.() ?? false
    return wasEvicted || isMerged || (await reindex()) || (shrink?.(isIdle) ?? false)
  }
  const shares = async () => (await writing.first(countShares, {}))?.shares ?? 0
  return {
    shares,
    isFull: retention.isFull,
    maintain: async (isIdle: boolean) => ({
      hasMore: await step(isIdle),
      isFull: await retention.isFull(),
      shares: await shares(),
    }),
  }
}
