// Searches sightings in PostgreSQL by tokens, with a GIN index on an array column. A search that hits its timeout returns nothing.
import { DatabaseError } from 'pg'
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, statement } from '../sql/sql-tag.ts'
import { type FoundRow, sightingColumns, sightingOf } from './read-operations.ts'
import { maxExaminedRows, numberOfType } from './schema.ts'
import type { SightingQuery, StoredSighting } from './types.ts'

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

/** Creates the search. Rejects with database errors, except for a timeout. */
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
      if (!(error instanceof DatabaseError && error.code === queryCanceled)) throw error
    }
    const newestFirst = [...found.values()].toSorted((one, other) => other.id - one.id)
    return newestFirst.slice(0, wanted.most).map(sightingOf)
  }
}

/** Formats a PostgreSQL array literal. As a literal, its content is known to the query planner. */
function arrayOf(tokens: readonly string[]): string {
  return `{${tokens.map((token) => `"${token.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
}
