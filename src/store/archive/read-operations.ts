// Reads of the archive other than search: scanning all sightings, and the health of shares.

import { statementLookup } from '../sql/compiled-statements.ts'
import type { Sql } from '../sql/sql.ts'
import type * as made from '../sql/statements/archive-search.ts'
import { sightingOf } from './row-mapping.ts'
import { healthOf } from './schema.ts'
import type { LinkHealth, ScanPage, SightingQuery, StoredSighting } from './types.ts'

export interface ArchiveReads {
  /** Finds sightings, the newest first. @throws database errors, as all methods. */
  find(wanted: SightingQuery): Promise<StoredSighting[]>
  health(most: number): Promise<Map<string, LinkHealth>>
  scan(from: number): Promise<ScanPage>
}

const pageRows = 1_000

const ofArchive = statementLookup<typeof made>('archive-search')

/** Creates the read operations. */
export function createReadOperations(sql: Sql): Omit<ArchiveReads, 'find'> {
  return {
    async health(most) {
      const states = new Map<string, LinkHealth>()
      for (const { key, health: state, checked: at } of await sql.all(ofArchive('checked'), { most })) {
        const health = healthOf(state, at)
        if (health) states.set(key, health)
      }
      return states
    },
    async scan(from) {
      const rows = await sql.all(ofArchive('piece'), { from, most: pageRows })
      const last = rows[pageRows - 1]?.id
      return { sightings: rows.map(sightingOf), next: last === undefined ? undefined : last + 1 }
    },
  }
}
