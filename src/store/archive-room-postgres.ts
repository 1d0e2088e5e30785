// Retention of the archive in PostgreSQL. Tables reuse space but do not shrink, so rows are counted instead of bytes.
import { type ArchiveRoom, letGo } from './archive-room.ts'
import type { Sql } from './sql.ts'
import type * as made from './statements/archive-room.ts'
import { statementsOf } from './statements-written.ts'

/** The size at the last count. */
export interface Counted {
  readonly shares: number
  readonly bytes: number
}

export interface PostgresRoom extends ArchiveRoom {
  /** Counts again; cheap, because triggers maintain the counts. */
  count(): Promise<Counted>
  counted(): Counted
}

/** Measured with 100,000 sightings of invented titles: 870 bytes with all indexes after writing, plus a quarter for bloat from updates. */
const bytesOfSighting = 1_100

/** Shares evicted in one transaction, which blocks other writers; fewer in a small archive, so that not too many are evicted. */
const mostLetGoAtOnce = 200
const fewestLetGoAtOnce = 8

const ofArchive = statementsOf<typeof made>('archive-room')

/** Creates the retention; it evicts shares while the archive is larger than `maxBytes`. */
export function createPostgresRoom(sql: Sql, maxBytes: number): PostgresRoom {
  const enough = Math.floor(maxBytes * 0.97)
  const hundredth = Math.floor(maxBytes / bytesOfSighting / 100)
  const atOnce = Math.max(fewestLetGoAtOnce, Math.min(mostLetGoAtOnce, hundredth))
  let last: Counted = { shares: 0, bytes: 0 }

  async function count(): Promise<Counted> {
    const { shares = 0, sightings = 0 } = (await sql.first(ofArchive('counts'), {})) ?? {}
    last = { shares, bytes: sightings * bytesOfSighting }
    return last
  }

  async function isTooMuch(): Promise<boolean> {
    return (await count()).bytes > enough
  }

  return {
    count,
    counted: () => last,
    // Checked again inside the transaction: another replica may have evicted enough in the meantime.
    tend: async () => (await isTooMuch()) && (await letGo(sql, atOnce, isTooMuch)),
    isFull: async () => last.bytes > maxBytes,
  }
}
