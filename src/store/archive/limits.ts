// How the size limit of the archive's file is divided, and the size of its steps.

import { pageBytes } from '../tables.ts'

/** Divides the size limit: an eighth for the log, an eighth for overshoot of a step. A step takes a few milliseconds, and a search waits for at most one. */
export function archiveLimits(maxBytes: number) {
  const eighth = Math.floor(maxBytes / 8)
  const logBytes = Math.min(8 * 1024 * 1024, eighth)
  const stepBytes = Math.min(16 * 1024 * 1024, eighth)
  return {
    /** Size limit of the pages in use. */
    fileBytes: maxBytes - logBytes - stepBytes,
    /** Size limit of the log between two writes. */
    logBytes,
    /** Number of log pages that triggers a checkpoint. */
    logPages: Math.min(500, Math.floor(logBytes / 4 / pageBytes)),
    /** Sightings written or removed in one transaction, which blocks readers. */
    atOnce: Math.max(10, Math.min(1_024, Math.floor(stepBytes / 16_384))),
    /** Pages of the index merged, or freed, in one step. */
    movedPages: Math.max(8, Math.min(16, Math.floor(stepBytes / 8 / pageBytes))),
  }
}
