// Statements that only the migration of the archive uses.

import { isAmong, rowsOf } from '../list-arguments.ts'
import { createStatements } from '../statement-builder.ts'
import type { ArchiveTables } from './tables.ts'

const statement = createStatements<ArchiveTables>()
const aPiece = { after: 'number', most: 'number' } as const

export const sightings = statement(aPiece, (db, { after, most }) =>
  db
    .selectFrom('sightings as seen')
    .crossJoin('shares')
    .crossJoin('sources')
    .whereRef('shares.id', '=', 'seen.share')
    .whereRef('sources.id', '=', 'seen.source')
    .where('seen.id', '>', after)
    .select(['seen.share', 'seen.source as origin'])
    .select([
      'seen.id',
      'shares.key',
      'seen.type',
      'shares.url',
      'seen.password',
      'sources.name as source',
      'seen.post',
    ])
    .select(['seen.title', 'seen.heading', 'seen.at', 'seen.first', 'seen.last'])
    .select(['shares.code', 'shares.seen', 'shares.health', 'shares.checked'])
    .orderBy('seen.id')
    .limit(most),
)

/** All sightings of these shares, except those with ids in a range. */
export const besides = statement({ shares: 'text', from: 'number', to: 'number' }, (db, { shares, from, to }, engine) =>
  db
    .selectFrom('sightings')
    .select(['id', 'share', 'source as origin', 'type', 'at', 'first', 'last', 'post', 'title', 'heading', 'password'])
    .where(isAmong('share', shares, { engine, of: 'number' }))
    .where(({ eb, or }) => or([eb('id', '<', from), eb('id', '>', to)])),
)

/** Sources that have sightings. */
export const shares = statement(aPiece, (db, { after, most }) =>
  db
    .selectFrom('shares')
    .select(['id', 'key'])
    .where('id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('sightings').select('sightings.id').whereRef('sightings.share', '=', 'shares.id')),
    )
    .orderBy('id')
    .limit(most),
)

export const sources = statement({}, (db) => db.selectFrom('sources').select('name').orderBy('id'))

/** In the order in which they were found dead. */
export const dead = statement({}, (db) => db.selectFrom('dead').select(['key', 'checked']).orderBy('id'))

export const counts = statement({}, (db) =>
  db.selectNoFrom((of) => [
    of
      .selectFrom('sources')
      .select((its) => its.fn.countAll<number>().as('n'))
      .as('sources'),
    of
      .selectFrom('shares')
      .select((its) => its.fn.countAll<number>().as('n'))
      .as('shares'),
    of
      .selectFrom('sightings')
      .select((its) => its.fn.countAll<number>().as('n'))
      .as('sightings'),
    of
      .selectFrom('dead')
      .select((its) => its.fn.countAll<number>().as('n'))
      .as('dead'),
  ]),
)

/** Migrated sightings may have an earlier first date, which nothing else writes. */
export const setFirst = statement({ list: 'text' }, (db, { list }, engine) =>
  db
    .updateTable('sightings')
    .from(rowsOf(list, { id: 'number', first: 'number' }, engine))
    .set((to) => ({ first: to.ref('given.first') }))
    .whereRef('sightings.id', '=', 'given.id'),
)
