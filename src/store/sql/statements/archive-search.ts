// Statements that read the archive; the full-text search of SQLite is in search-sqlite.ts.
import { type SelectQueryBuilder, type SqlBool, sql as words } from 'kysely'
import { isAmong } from '../list-arguments.ts'
import { createStatements } from '../statement-builder.ts'
import type { ArchiveTables } from './tables.ts'

const statement = createStatements<ArchiveTables>()

type SeenSightings = Omit<ArchiveTables['sightings'], 'tokens'>

/** All columns of the sightings in `seen`, in their order; shares and sources are looked up for each row. */
function keptOf<O>(seen: SelectQueryBuilder<ArchiveTables & { seen: SeenSightings }, 'seen', O>) {
  return seen
    .crossJoin('shares')
    .crossJoin('sources')
    .whereRef('shares.id', '=', 'seen.share')
    .whereRef('sources.id', '=', 'seen.source')
    .select(['seen.id', 'shares.key', 'seen.type', 'shares.url', 'sources.name as source', 'seen.post', 'seen.title'])
    .select(['seen.heading', 'seen.at', 'seen.first', 'seen.last', 'shares.health', 'shares.checked'])
    .select(words<string>`coalesce(nullif(seen.password, ''), shares.code)`.as('password'))
}

export const checked = statement({ most: 'number' }, (db, { most }) =>
  db
    .selectFrom('shares')
    .select(['key', 'health', 'checked'])
    .where('health', 'is not', null)
    .unionAll(db.selectFrom('dead').select(['key', words<string | null>`'bad'`.as('health'), 'checked']))
    .orderBy('checked', 'desc')
    .limit(most),
)

export const piece = statement({ from: 'number', most: 'number' }, (db, { from, most }) =>
  keptOf(db.selectFrom('sightings as seen')).where('seen.id', '>=', from).orderBy('seen.id').limit(most),
)

/** PostgreSQL only. */
export const find = statement(
  { way: 'text', below: 'number?', sources: 'text', types: 'text?', lookedAt: 'number', most: 'number' },
  (db, { way, below, sources, types, lookedAt, most }, engine) => {
    const newest = db
      .selectFrom('sightings')
      .select(['id', 'share', 'source', 'type', 'sum', 'at', 'first', 'last', 'post', 'title', 'heading', 'password'])
      .where(words<SqlBool>`tokens @> cast(${way} as text[])`)
      // Conditions that are not needed are left out of the plan.
      .where(words<SqlBool>`(cast(${below} as bigint) is null or id < ${below})`)
      .orderBy('id', 'desc')
      .limit(lookedAt)
    const ids = db
      .selectFrom('sources')
      .select('id')
      .where(isAmong('name', sources, { engine, of: 'text' }))
    const isOfTypes = isAmong('seen.type', words`coalesce(${types}, '[]')`, { engine, of: 'number' })
    return keptOf(db.selectFrom(newest.as('seen')))
      .where(words<SqlBool>`seen.source = any(array(${ids}))`)
      .where(words<SqlBool>`(cast(${types} as text) is null or ${isOfTypes})`)
      .orderBy('seen.id', 'desc')
      .limit(most)
  },
)
