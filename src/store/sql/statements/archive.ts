// Statements that read and write the rows of a batch.
import { sql as words } from 'kysely'
import { isAmong, rowsOf } from '../list-arguments.ts'
import type { Dialect } from '../sql.ts'
import { createStatements } from '../statement-builder.ts'
import type { ArchiveTables } from './tables.ts'

const statement = createStatements<ArchiveTables>()

const shareCells = {
  ...({ id: 'number', key: 'text', url: 'text', code: 'text' } as const),
  ...({ seen: 'number', health: 'text?', checked: 'number?' } as const),
} as const
const shareNames = ['id', 'key', 'url', 'code', 'seen', 'health', 'checked'] as const

const sightingCells = {
  ...({ id: 'number', share: 'number', source: 'number', type: 'number', sum: 'number' } as const),
  ...({ at: 'number?', first: 'number', last: 'number' } as const),
  ...({ post: 'text', title: 'text', heading: 'text', password: 'text' } as const),
} as const
const sightingNames = [
  ...(['id', 'share', 'source', 'type', 'sum', 'at', 'first', 'last'] as const),
  ...(['post', 'title', 'heading', 'password'] as const),
] as const

const list = { list: 'text' } as const
const tokensOf = words<readonly string[]>`string_to_array(given.tokens, ' ')`

function texts(engine: Dialect) {
  return { engine, of: 'text' } as const
}

function numbers(engine: Dialect) {
  return { engine, of: 'number' } as const
}

export const sharesByKey = statement(list, (db, given, engine) =>
  db
    .selectFrom('shares')
    .select(shareNames)
    .where(isAmong('key', given.list, texts(engine))),
)

export const sourcesByName = statement(list, (db, given, engine) =>
  db
    .selectFrom('sources')
    .select(['id', 'name'])
    .where(isAmong('name', given.list, texts(engine))),
)

export const deadByKey = statement(list, (db, given, engine) =>
  db
    .selectFrom('dead')
    .select(['key', 'checked'])
    .where(isAmong('key', given.list, texts(engine))),
)

export const sightingsOf = statement(list, (db, given, engine) =>
  db
    .selectFrom(rowsOf(given.list, { ofShare: 'number', ofSource: 'number' }, engine))
    .crossJoin('sightings')
    .select(sightingNames)
    .whereRef('share', '=', 'given.ofShare')
    .whereRef('source', '=', 'given.ofSource'),
)

export const latest = statement({}, (db) =>
  db.selectNoFrom((of) => [
    of
      .selectFrom('shares')
      .select((its) => its.fn.max('id').as('id'))
      .as('share'),
    of
      .selectFrom('sources')
      .select((its) => its.fn.max('id').as('id'))
      .as('source'),
    of
      .selectFrom('sightings')
      .select((its) => its.fn.max('id').as('id'))
      .as('sighting'),
  ]),
)

export const count = statement({}, (db) => db.selectFrom('counts').select('shares'))

export const addSources = statement(list, (db, given, engine) => {
  const rows = rowsOf(given.list, { id: 'number', name: 'text' }, engine)
  return db
    .insertInto('sources')
    .columns(['id', 'name'])
    .expression(db.selectFrom(rows).select(['given.id', 'given.name']))
})

export const addShares = statement(list, (db, given, engine) =>
  db
    .insertInto('shares')
    .columns(shareNames)
    .expression(db.selectFrom(rowsOf(given.list, shareCells, engine)).select(shareNames)),
)

export const changeShares = statement(list, (db, given, engine) =>
  db
    .updateTable('shares')
    .from(rowsOf(given.list, shareCells, engine))
    .set((to) => ({
      url: to.ref('given.url'),
      code: to.ref('given.code'),
      seen: to.ref('given.seen'),
      health: to.ref('given.health'),
      checked: to.ref('given.checked'),
    }))
    .whereRef('shares.id', '=', 'given.id'),
)

export const addSightings = statement(list, (db, given, engine) => {
  const rows = db.selectFrom(rowsOf(given.list, { ...sightingCells, tokens: 'text' }, engine)).select(sightingNames)
  const into = db.insertInto('sightings')
  if (engine === 'sqlite') return into.columns(sightingNames).expression(rows)
  return into.columns([...sightingNames, 'tokens']).expression(rows.select(tokensOf.as('tokens')))
})

export const changeSightings = statement(list, (db, given, engine) => {
  const rows = rowsOf(given.list, { ...sightingCells, was: 'number', tokens: 'text' }, engine)
  return db
    .updateTable('sightings')
    .from(rows)
    .set((to) => ({
      id: to.ref('given.id'),
      type: to.ref('given.type'),
      sum: to.ref('given.sum'),
      at: to.ref('given.at'),
      last: to.ref('given.last'),
      post: to.ref('given.post'),
      title: to.ref('given.title'),
      heading: to.ref('given.heading'),
      password: to.ref('given.password'),
      ...(engine === 'postgres' && { tokens: tokensOf }),
    }))
    .whereRef('sightings.id', '=', 'given.was')
})

export const touchSightings = statement(list, (db, given, engine) =>
  db
    .updateTable('sightings')
    .from(rowsOf(given.list, { was: 'number', last: 'number', password: 'text' }, engine))
    .set((to) => ({ last: to.ref('given.last'), password: to.ref('given.password') }))
    .whereRef('sightings.id', '=', 'given.was'),
)

export const removeSightings = statement(list, (db, given, engine) =>
  db.deleteFrom('sightings').where(isAmong('id', given.list, numbers(engine))),
)

/** SQLite only; in PostgreSQL the tokens are in the row. */
export const addTexts = statement(list, (db, given, engine) =>
  db
    .insertInto('grams')
    .columns(['rowid', 'tokens'])
    .expression(
      db.selectFrom(rowsOf(given.list, { id: 'number', tokens: 'text' }, engine)).select(['given.id', 'given.tokens']),
    ),
)

export const removeTexts = statement(list, (db, given, engine) =>
  db.deleteFrom('grams').where(isAmong('rowid', given.list, numbers(engine))),
)

export const removeSeen = statement(list, (db, given, engine) =>
  db.deleteFrom('sightings').where('id', 'in', (of) =>
    of
      .selectFrom(rowsOf(given.list, { key: 'text', source: 'text' }, engine))
      .crossJoin('shares')
      .crossJoin('sources')
      .crossJoin('sightings as seen')
      .select('seen.id')
      .whereRef('shares.key', '=', 'given.key')
      .whereRef('sources.name', '=', 'given.source')
      .whereRef('seen.share', '=', 'shares.id')
      .whereRef('seen.source', '=', 'sources.id'),
  ),
)
