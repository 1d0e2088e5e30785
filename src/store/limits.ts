// How the size limits of the groups of tables are divided: pages and log of trawl.db, and the size of transactions and steps.
import type { TableLimits } from './tables.ts'

/** The page size of our SQLite files. */
export const pageBytes = 4096
const maxLogBytes = 8 * 1024 * 1024

/** Approximate bytes of one transaction within a size limit: readers of PostgreSQL wait while one is written. */
export function transactionBytes(maxBytes: number): number {
  return Math.min(4 * 1024 * 1024, Math.floor(maxBytes / 16))
}

/** Bytes of one step in the archive, which takes a few milliseconds. */
function stepBytes(maxBytes: number): number {
  return Math.min(16 * 1024 * 1024, Math.floor(maxBytes / 8))
}

/** The number of sightings that are written or removed in one transaction. */
export function sightingsAtOnce(maxBytes: number): number {
  return Math.max(10, Math.min(1_024, Math.floor(stepBytes(maxBytes) / 16_384)))
}

export type FileLimits = ReturnType<typeof fileLimits>

/** Divides the limits of trawl.db: an eighth of each group is for the log, and another part for the overshoot of a step. */
export function fileLimits({ answers, archive, history }: TableLimits) {
  const logOf = (maxBytes: number) => Math.min(maxLogBytes, Math.floor(maxBytes / 8))
  const logBytes = Math.max(64 * 1024, logOf(answers?.maxBytes ?? 0), logOf(archive?.maxBytes ?? 0))
  const answersBytes = answers && answers.maxBytes - logOf(answers.maxBytes) - transactionBytes(answers.maxBytes)
  const archiveBytes = archive && archive.maxBytes - logOf(archive.maxBytes) - stepBytes(archive.maxBytes)
  return {
    /** A group without a limit is not in use, and is left as it is. */
    answersBytes: answersBytes ?? Number.POSITIVE_INFINITY,
    archiveBytes: archiveBytes ?? Number.POSITIVE_INFINITY,
    /** Size limit of all pages. */
    fileBytes: (answersBytes ?? 0) + (archiveBytes ?? 0) + (history?.maxBytes ?? 0),
    /** Size limit of the log between two writes. */
    logBytes,
    /** Number of log pages that triggers a checkpoint at the next commit. */
    logPages: Math.min(500, Math.floor(logBytes / 4 / pageBytes)),
    /** Pages of the index merged, or freed, in one step. */
    movedPages: archive ? Math.max(8, Math.min(16, Math.floor(stepBytes(archive.maxBytes) / 8 / pageBytes))) : 16,
  }
}
