// Maps archive rows to sightings, for both databases.
import { raw } from '../sql/sql-tag.ts'
import { healthOf, typeOfNumber } from './schema.ts'
import type { StoredSighting } from './types.ts'

/** A row of a sighting with its share and source. */
export interface SightingRow {
  readonly id: number
  readonly key: string
  readonly type: number
  readonly url: string
  readonly password: string
  readonly source: string
  readonly post: string
  readonly title: string
  readonly heading: string
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
  const { id, key, type, url, password, source, post, title, heading, at, first, last } = row
  const health = healthOf(row.health, row.checked)
  return {
    place: id,
    key,
    type: typeOfNumber(type),
    url,
    password,
    source,
    post,
    title,
    heading,
    at: at ?? undefined,
    firstSeenAt: first,
    lastSeenAt: last,
    ...(health && { health }),
  }
}
