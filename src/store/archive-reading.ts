// What is read of the archive besides what is found by words: looked through from one end to the other, or known of the health of shares.
import { sql as words } from 'kysely'
import type { KeptSighting, KnownHealth, Stretch, WantedSightings } from '../search/archive/sighting.ts'
import { keptOf, sightingOf } from './archive-kept.ts'
import { statement } from './archive-rows.ts'
import { healthOf } from './archive-tables.ts'
import type { Sql } from './sql.ts'

export interface ArchiveReading {
  /** Those that came last first. @throws what the database throws, like all here. */
  find(wanted: WantedSightings): Promise<KeptSighting[]>
  health(most: number): Promise<Map<string, KnownHealth>>
  stretch(from: number): Promise<Stretch>
}

const pieceOfAll = 1_000

const checked = statement({ most: 'number' }, (db, { most }) =>
  db
    .selectFrom('shares')
    .select(['key', 'health', 'checked'])
    .where('health', 'is not', null)
    .unionAll(db.selectFrom('dead').select(['key', words<string | null>`'bad'`.as('health'), 'checked']))
    .orderBy('checked', 'desc')
    .limit(most),
)

const piece = statement({ from: 'number' }, (db, { from }) =>
  keptOf(db.selectFrom('sightings as seen')).where('seen.id', '>=', from).orderBy('seen.id').limit(pieceOfAll),
)

/** Reads by `sql`. */
export function createArchiveReading(sql: Sql): Omit<ArchiveReading, 'find'> {
  return {
    async health(most) {
      const states = new Map<string, KnownHealth>()
      for (const { key, health: state, checked: at } of await sql.all(checked, { most })) {
        const health = healthOf(state, at)
        if (health) states.set(key, health)
      }
      return states
    },
    async stretch(from) {
      const rows = await sql.all(piece, { from })
      const last = rows[pieceOfAll - 1]?.id
      return { sightings: rows.map(sightingOf), next: last === undefined ? undefined : last + 1 }
    },
  }
}
