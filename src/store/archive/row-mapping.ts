// Maps archive rows to sightings, for both databases.
import { raw } from '../sql/sql-tag.ts'
import { healthOf, typeOfNumber } from './schema.ts'
import type { Sighting, StoredSighting } from './types.ts'

/** A row of a sighting with its share and source. */
export interface SightingRow extends Omit<Sighting, 'type' | 'at'> {
  readonly id: number
  readonly type: number
  readonly at: number | null
  readonly first: number
  readonly last: number
  readonly health: string | null
  readonly checked: number | null
}

/** The columns of such a row, from `seen` (a sighting), `shares` and `sources`. */
export const sightingColumns = raw(`seen.id, shares.key, seen.type, shares.url,
  coalesce(nullif(seen.password, ''), shares.code) as password, sources.name as source, seen.post, seen.title, seen.heading,
  seen.at, seen.first, seen.last, shares.health, shares.checked`)

/** Converts a row to a sighting. */
export function sightingOf(row: SightingRow): StoredSighting {
  const { id, type, at, first, last, health: state, checked, ...sighting } = row
  const health = healthOf(state, checked)
  const times = { at: at ?? undefined, firstSeenAt: first, lastSeenAt: last }
  return { ...sighting, place: id, type: typeOfNumber(type), ...times, ...(health && { health }) }
}
