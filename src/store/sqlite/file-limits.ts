// How the size limits of the groups of tables are divided between the pages of trawl.db and its log.
import { archiveLimits } from '../archive/limits.ts'
import { pageBytes, type TableLimits, transactionBytes } from '../tables.ts'

export type FileLimits = ReturnType<typeof fileLimits>

/** TableLimits in bytes. A group without a limit is not in use, and is left as it is. */
export function fileLimits({ answers, archive, history }: TableLimits) {
  const forArchive = archive && archiveLimits(archive.maxBytes)
  const answersMax = answers?.maxBytes ?? Number.POSITIVE_INFINITY
  const answersLog = logOf(answers?.maxBytes ?? 0)
  const answersBytes = answersMax - answersLog - (answers ? transactionBytes(answersMax) : 0)
  const archiveBytes = forArchive?.fileBytes ?? Number.POSITIVE_INFINITY
  const logBytes = Math.max(64 * 1024, answersLog, forArchive?.logBytes ?? 0)
  return {
    answersBytes,
    archiveBytes,
    /** Size limit of all pages. */
    fileBytes: (answers ? answersBytes : 0) + (forArchive?.fileBytes ?? 0) + (history?.maxBytes ?? 0),
    /** Size limit of the log between two writes. */
    logBytes,
    /** Number of log pages that triggers a checkpoint. */
    logPages: Math.min(500, Math.floor(logBytes / 4 / pageBytes)),
    /** Pages of the index merged, or freed, in one step. */
    movedPages: forArchive?.movedPages ?? 16,
    pageBytes,
  }
}

/** An eighth for the log. */
function logOf(maxBytes: number): number {
  return Math.min(8 * 1024 * 1024, Math.floor(maxBytes / 8))
}
