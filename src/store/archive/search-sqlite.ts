// Searches sightings in SQLite with the full-text index, which yields row ids; rows are read only when needed.
import type { DatabaseSync } from 'node:sqlite'
import { assumeRows } from '../sql/sql.ts'
import { type FoundRow, sightingOf } from './read-operations.ts'
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
    assumeRows<FoundRow>(rows)
    return rows.map(sightingOf)
  }
}

/** Quotes each token, so that none is parsed as an operator of the query language. */
function matchAll(tokens: readonly string[]): string {
  return `(${tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' AND ')})`
}
