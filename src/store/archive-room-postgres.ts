// Keeps the archive in PostgreSQL within its budget. Its tables do not shrink, they use again what was let go: so it is counted what is in them.
import { type ArchiveRoom, letGo } from './archive-room.ts'
import type { Sql } from './sql.ts'
import type * as made from './statements/archive-room.ts'
import { statementsOf } from './statements-written.ts'

/** How much is kept, as it was counted last. */
export interface Counted {
  readonly shares: number
  readonly bytes: number
}

export interface PostgresRoom extends ArchiveRoom {
  /** Counts anew; costs next to nothing, because triggers have counted. */
  count(): Promise<Counted>
  counted(): Counted
}

/** Measured over a hundred thousand sightings of invented titles: 870 with all indexes, when they are written; a quarter more for the room that changes leave. */
const bytesOfSighting = 1_100

/** In one transaction, for which others that write wait; of a small archive less, or too much would go. */
const mostLetGoAtOnce = 200
const fewestLetGoAtOnce = 8

const ofArchive = statementsOf<typeof made>('archive-room')

/** Makes room by `sql` where there is more than `maxBytes`. */
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
    // Another replica may have let go enough while this one waited for its turn to write: so it is asked again.
    tend: async () => (await isTooMuch()) && (await letGo(sql, atOnce, isTooMuch)),
    isFull: async () => last.bytes > maxBytes,
  }
}
