// Searches sightings by tokens. SQLite: a full-text index, which yields row ids; rows are read only when needed. PostgreSQL: a GIN index on an array column.
import type { DatabaseSync } from 'node:sqlite'
import { among, assume, type Sql, statement, toJsonList } from '../sql/sql.ts'
import { type FoundRow, sightingColumns, sightingOf } from './archive-reads.ts'
import { maxExaminedRows, numberOfType } from './schema.ts'
import type { SightingQuery, StoredSighting } from './types.ts'

/** Time limit of a search: a slow disk returns fewer rows and does not delay the next search. */
const maxSearchMs = 40

/** Rows come in the order of the index, the newest first. The unary plus makes SQLite scan the narrow index instead of many lookups. */
const selectSql = `select s.id, h.key, s.type, h.url, coalesce(nullif(s.password, ''), h.code) as password, o.name as source, s.post,
  s.title, s.heading, s.at, s.first, s.last, h.health, h.checked
  from (select rowid as id from grams where grams match ? and rowid < ? order by rowid desc limit ${maxExaminedRows}) g
    cross join sightings m indexed by sightings_by_id on m.id = g.id cross join sightings s on s.id = g.id
    cross join sources o on o.id = s.source cross join shares h on h.id = s.share
  where +m.source in (select id from sources where name in (select value from json_each(?)))
    and o.name || ' ' || s.post not in (select value from json_each(?))`

/** Creates the search over `db`; `clock` returns monotonic milliseconds. @throws SQLite errors. */
export function createSqliteFind(db: DatabaseSync, clock: () => number) {
  const find = db.prepare(`${selectSql} limit ?`)
  const findOfTypes = db.prepare(`${selectSql} and +m.type in (select value from json_each(?)) limit ?`)

  function rowsOf(wanted: SightingQuery): Iterable<unknown> {
    const { ways, types, sources, most, below = Number.MAX_SAFE_INTEGER, except = [] } = wanted
    const words = ways.filter((way) => way.length > 0).map(matchAll)
    if (words.length === 0 || sources.length === 0 || types?.length === 0) return []
    const match = words.join(' OR ')
    const conditions = [match, below, JSON.stringify(sources), JSON.stringify(except)] as const
    if (!types) return find.iterate(...conditions, most)
    return findOfTypes.iterate(...conditions, JSON.stringify(types.map(numberOfType)), most)
  }

  return async (wanted: SightingQuery): Promise<StoredSighting[]> => {
    const until = clock() + maxSearchMs
    const rows: unknown[] = []
    for (const row of rowsOf(wanted)) {
      rows.push(row)
      if (clock() > until) break
    }
    assume<FoundRow[]>(rows)
    return rows.map(sightingOf)
  }
}

/** Quotes each token, so that none is parsed as an operator of the query language. */
function matchAll(tokens: readonly string[]): string {
  return `(${tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' AND ')})`
}

/** SQLSTATE query_canceled: the statement timeout was reached. */
const queryCanceled = '57014'

interface FindArguments {
  readonly way: string
  readonly below: number | null
  readonly lookedAt: number
  readonly sources: string
  readonly types: string | null
  readonly except: string
  readonly most: number
}

/** Conditions that are not needed are left out of the plan. */
const findSightings = statement<FoundRow, FindArguments>`
  select ${sightingColumns}
  from (
    select id, share, source, type, at, first, last, post, title, heading, password from sightings
    where tokens @> cast(${'way'} as text[]) and (cast(${'below'} as bigint) is null or id < ${'below'})
    order by id desc limit ${'lookedAt'}
  ) as seen cross join shares cross join sources
  where shares.id = seen.share and sources.id = seen.source
    and seen.source = any(array(select id from sources where ${among('name', 'sources')}))
    and (cast(${'types'} as text) is null or seen.type = any(array(
      select cast(json_array_elements_text(cast(coalesce(${'types'}, '[]') as json)) as bigint))))
    and sources.name || ' ' || seen.post not in (select json_array_elements_text(cast(${'except'} as json)))
  order by seen.id desc limit ${'most'}`

/** Creates the search. A search that reaches its timeout returns what it has. Rejects with other database errors. */
export function createPostgresFind(sql: Sql) {
  async function findOneWay(way: readonly string[], wanted: SightingQuery): Promise<readonly FoundRow[]> {
    const { types, sources, most, below = null, except = [] } = wanted
    return await sql.all(findSightings, {
      way: arrayOf(way),
      below,
      lookedAt: maxExaminedRows,
      most,
      sources: toJsonList(sources),
      types: types ? toJsonList(types.map(numberOfType)) : null,
      except: toJsonList(except),
    })
  }

  return async (wanted: SightingQuery): Promise<StoredSighting[]> => {
    const ways = wanted.ways.filter((way) => way.length > 0)
    if (wanted.sources.length === 0 || wanted.types?.length === 0) return []
    const found = new Map<number, FoundRow>()
    try {
      for (const way of ways) for (const row of await findOneWay(way, wanted)) found.set(row.id, row)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === queryCanceled)) throw error
    }
    const newestFirst = [...found.values()].toSorted((one, other) => other.id - one.id)
    return newestFirst.slice(0, wanted.most).map(sightingOf)
  }
}

/** Formats a PostgreSQL array literal. As a literal, its content is known to the query planner. */
function arrayOf(tokens: readonly string[]): string {
  return `{${tokens.map((token) => `"${token.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
}
