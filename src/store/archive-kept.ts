// A sighting as it is read of the archive, whichever database has it.
import type { SelectQueryBuilder } from 'kysely'
import { sql as words } from 'kysely'
import type { KeptSighting } from '../search/archive/sighting.ts'
import type { ArchiveTables } from './archive-rows.ts'
import { healthOf, typeOfNumber } from './archive-tables.ts'

/** What is read of a sighting, its share and its source. */
export interface KeptRow {
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

type Seen = Omit<ArchiveTables['sightings'], 'tokens'>

/** All that is read of `seen`, sightings in their order: shares and sources are looked up for each, in that order. */
export function keptOf<O>(seen: SelectQueryBuilder<ArchiveTables & { seen: Seen }, 'seen', O>) {
  return seen
    .crossJoin('shares')
    .crossJoin('sources')
    .whereRef('shares.id', '=', 'seen.share')
    .whereRef('sources.id', '=', 'seen.source')
    .select(['seen.id', 'shares.key', 'seen.type', 'shares.url', 'sources.name as source', 'seen.post', 'seen.title'])
    .select(['seen.heading', 'seen.at', 'seen.first', 'seen.last', 'shares.health', 'shares.checked'])
    .select(words<string>`coalesce(nullif(seen.password, ''), shares.code)`.as('password'))
}

/** The sighting of a row. */
export function sightingOf(row: KeptRow): KeptSighting {
  const { id, key, type, url, password, source, post, title, heading, at, first, last } = row
  const health = healthOf(row.health, row.checked)
  return {
    ...{ place: id, key, type: typeOfNumber(type), url, password, source, post, title, heading },
    ...{ at: at ?? undefined, firstSeenAt: first, lastSeenAt: last },
    ...(health && { health }),
  }
}
