// Reads of the archive other than search: scanning all sightings, and the health of shares.
import type { KeptSighting, KnownHealth, Stretch, WantedSightings } from '../search/archive/sighting.ts'
import { sightingOf } from './archive-kept.ts'
import { healthOf } from './archive-tables.ts'
import type { Sql } from './sql.ts'
import type * as made from './statements/archive-finding.ts'
import { statementsOf } from './statements-written.ts'

export interface ArchiveReading {
  /** Finds sightings, the newest first. @throws database errors, as all methods. */
  find(wanted: WantedSightings): Promise<KeptSighting[]>
  health(most: number): Promise<Map<string, KnownHealth>>
  stretch(from: number): Promise<Stretch>
}

const pieceOfAll = 1_000

const ofArchive = statementsOf<typeof made>('archive-finding')

/** Creates the read operations. */
export function createArchiveReading(sql: Sql): Omit<ArchiveReading, 'find'> {
  return {
    async health(most) {
      const states = new Map<string, KnownHealth>()
      for (const { key, health: state, checked: at } of await sql.all(ofArchive('checked'), { most })) {
        const health = healthOf(state, at)
        if (health) states.set(key, health)
      }
      return states
    },
    async stretch(from) {
      const rows = await sql.all(ofArchive('piece'), { from, most: pieceOfAll })
      const last = rows[pieceOfAll - 1]?.id
      return { sightings: rows.map(sightingOf), next: last === undefined ? undefined : last + 1 }
    },
  }
}
