// The location of trawl.db, its name in messages, and the size of its transactions, for both sides of the thread.
import type { StorageNames } from '../thread/database-health.ts'

/** A file in a folder, written by one process at a time, or a PostgreSQL database shared by replicas. */
export type DatabaseLocation = { readonly folder: string } | { readonly database: URL }

/** Whether several processes write at the same time. */
export function isSharedLocation(place: DatabaseLocation): boolean {
  return 'database' in place
}

export function describeLocation(at: DatabaseLocation): StorageNames {
  return isSharedLocation(at)
    ? { file: 'trawl.db', place: 'PostgreSQL', silent: 'PostgreSQL does not answer: check DATABASE_URL' }
    : { file: 'trawl.db', place: 'DATA_DIR', silent: 'DATA_DIR does not answer: check its disk' }
}

/** Approximate bytes of one transaction within a size limit: readers wait while one is written. */
export function transactionBytes(maxBytes: number): number {
  return Math.min(4 * 1024 * 1024, Math.floor(maxBytes / 16))
}
