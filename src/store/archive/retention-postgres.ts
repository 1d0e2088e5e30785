// Retention of the archive in PostgreSQL. Tables reuse space but do not shrink, so rows are counted instead of bytes.
import type { Sql } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'
import { createReindexing } from './reindex.ts'
import { evict } from './retention.ts'

/** Measured with 100,000 sightings of invented titles: 870 bytes with all indexes after writing, plus a quarter for bloat from updates. */
const bytesPerSighting = 1_100

/** Shares evicted in one transaction, which blocks other writers; fewer in a small archive, so that not too many are evicted. */
const maxEvictedAtOnce = 200
const minEvictedAtOnce = 8

const findCounts = statement<{ shares: number; sightings: number }>`select shares, sightings from counts`

/** Creates the retention; it evicts shares while the archive is larger than `maxBytes`. */
export function createPostgresRetention(sql: Sql, maxBytes: number) {
  const targetBytes = Math.floor(maxBytes * 0.97)
  const hundredth = Math.floor(maxBytes / bytesPerSighting / 100)
  const atOnce = Math.max(minEvictedAtOnce, Math.min(maxEvictedAtOnce, hundredth))
  const reindex = createReindexing(sql)
  let last = { shares: 0, bytes: 0 }

  async function count() {
    const { shares = 0, sightings = 0 } = (await sql.first(findCounts, {})) ?? {}
    last = { shares, bytes: sightings * bytesPerSighting }
    return last
  }

  async function isTooMuch(): Promise<boolean> {
    return (await count()).bytes > targetBytes
  }

  return {
    /** Counts again; cheap, because triggers maintain the counts. */
    count,
    /** The size at the last count. */
    counted: () => last,
    // Checked again inside the transaction: another replica may have evicted enough in the meantime.
    maintain: async () => ((await isTooMuch()) && (await evict(sql, atOnce, isTooMuch))) || (await reindex()),
    isFull: async () => last.bytes > maxBytes,
  }
}
