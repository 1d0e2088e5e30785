// Reads of the archive: the rows of sightings in both databases, scanning all sightings, and the health of shares. search.ts has the search.
import { raw, type Sql, statement } from '../sql/sql.ts'
import { healthOf, maxExaminedRows, typeOfNumber } from './schema.ts'
import type { LinkHealth, ScanPage, Sighting, SourceYield, StoredSighting } from './types.ts'

export interface FoundRow extends Omit<Sighting, 'type' | 'at'> {
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

export function sightingOf(row: FoundRow): StoredSighting {
  const { id, key, type, url, password, source, post, title, heading, at, first, last } = row
  const health = healthOf(row.health, row.checked)
  // Without the rest of the row in one object: that takes as long as reading it.
  const given = { key, type: typeOfNumber(type), url, password, source, post, title, heading, at: at ?? undefined }
  const sighting = { ...given, place: id, firstSeenAt: first, lastSeenAt: last }
  return health ? { ...sighting, health } : sighting
}

const pageRows = 1_000
/** The maximum number of sightings of the shares of a work; a share of many sources has many. */
const maxWorkRows = 2_000

const findChecked = statement<Pick<FoundRow, 'key' | 'health' | 'checked'>, { most: number }>`
  select key, health, checked from shares where health is not null order by checked desc limit ${'most'}`

const findPage = statement<FoundRow, { from: number; most: number }>`
  select ${sightingColumns} from sightings seen cross join shares cross join sources
  where shares.id = seen.share and sources.id = seen.source and seen.id >= ${'from'}
  order by seen.id limit ${'most'}`

const findNewest = statement<FoundRow, { most: number }>`
  select ${sightingColumns} from sightings seen cross join shares cross join sources
  where shares.id = seen.share and sources.id = seen.source order by seen.id desc limit ${'most'}`

const findOfWork = statement<FoundRow, { key: string; most: number }>`
  select ${sightingColumns} from works cross join shares cross join sightings seen cross join sources
  where works.key = ${'key'} and shares.id = works.share and seen.share = shares.id and sources.id = seen.source
  order by seen.id desc limit ${'most'}`

interface PublishedLink {
  readonly source: string
  readonly share: number
  readonly work: string | null
}

/** A share that stands under several works has a row for each. */
const findPublished = statement<PublishedLink, { since: number; most: number }>`
  select sources.name as source, seen.share, works.key as work
  from (select share, source, at, first from sightings order by id desc limit ${'most'}) seen
    cross join sources left join works on works.share = seen.share
  where sources.id = seen.source and coalesce(seen.at, seen.first) >= ${'since'}`

export function createArchiveReads(sql: Sql) {
  return {
    async health(most: number): Promise<Map<string, LinkHealth>> {
      const states = new Map<string, LinkHealth>()
      for (const { key, health: state, checked: at } of await sql.all(findChecked, { most })) {
        const health = healthOf(state, at)
        if (health) states.set(key, health)
      }
      return states
    },
    async newest(most: number): Promise<StoredSighting[]> {
      return (await sql.all(findNewest, { most })).map(sightingOf)
    },
    /** The newest sightings of the shares of a work, the newest first. */
    async findWork(key: string): Promise<StoredSighting[]> {
      return (await sql.all(findOfWork, { key, most: maxWorkRows })).map(sightingOf)
    },
    async yieldsSince(since: number): Promise<SourceYield[]> {
      const links = await sql.all(findPublished, { since, most: maxExaminedRows })
      return [...Map.groupBy(links, ({ source }) => source)]
        .map(([source, own]) => ({ source, links: new Set(own.map(({ share }) => share)).size, groups: groupsOf(own) }))
        .sort((one, other) => other.links - one.links)
    },
    async scan(from: number): Promise<ScanPage> {
      const rows = await sql.all(findPage, { from, most: pageRows })
      const last = rows[pageRows - 1]?.id
      return { sightings: rows.map(sightingOf), next: last === undefined ? undefined : last + 1 }
    },
  }
}

/** The first parts of the keys of works, the most frequent first. */
function groupsOf(links: readonly PublishedLink[]): string[] {
  const groups = Map.groupBy(
    links.flatMap(({ work }) => work ?? []),
    (key) => key.slice(0, key.indexOf(':')),
  )
  return [...groups].sort(([, some], [, others]) => others.length - some.length).map(([group]) => group)
}
