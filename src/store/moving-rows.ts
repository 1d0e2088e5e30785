// What is read, and written besides what all storage code writes, when all that is kept moves from one database to another.
import { sql as words } from 'kysely'

import { statement as ofArchive } from './archive-rows.ts'
import { statement as ofHome } from './database-tables.ts'
import { createStatements } from './sql.ts'
import { isAmong, rowsOf } from './sql-lists.ts'

const aPiece = { after: 'number', most: 'number' } as const

/** Of the archive. Pieces come in the order of ids, beginning behind `after`. */
export const inArchive = {
  sightings: ofArchive(aPiece, (db, { after, most }) =>
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
  ),
  /** All of these shares but those with numbers from one to another. */
  besides: ofArchive({ shares: 'text', from: 'number', to: 'number' }, (db, { shares, from, to }, engine) =>
    db
      .selectFrom('sightings')
      .select([
        'id',
        'share',
        'source as origin',
        'type',
        'at',
        'first',
        'last',
        'post',
        'title',
        'heading',
        'password',
      ])
      .where(isAmong('share', shares, { engine, of: 'number' }))
      .where(({ eb, or }) => or([eb('id', '<', from), eb('id', '>', to)])),
  ),
  /** Those that somebody showed. */
  shares: ofArchive(aPiece, (db, { after, most }) =>
    db
      .selectFrom('shares')
      .select(['id', 'key'])
      .where('id', '>', after)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('sightings').select('sightings.id').whereRef('sightings.share', '=', 'shares.id')),
      )
      .orderBy('id')
      .limit(most),
  ),
  sources: ofArchive({}, (db) => db.selectFrom('sources').select('name').orderBy('id')),
  /** In the order in which they were found. */
  dead: ofArchive({}, (db) => db.selectFrom('dead').select(['key', 'checked']).orderBy('id')),
  counts: ofArchive({}, (db) =>
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
  ),
  /** Moved sightings tell of earlier times; nothing else ever writes that. */
  setFirst: ofArchive({ list: 'text' }, (db, { list }, engine) =>
    db
      .updateTable('sightings')
      .from(rowsOf(list, { id: 'number', first: 'number' }, engine))
      .set((to) => ({ first: to.ref('given.first') }))
      .whereRef('sightings.id', '=', 'given.id'),
  ),
}

/** Of answers and records. Revisions are not read: an earlier Trawl had none. */
export const inHome = {
  /** Answers that still serve at `now`, without what they say. */
  answers: ofHome({ after: 'text', now: 'number', most: 'number' }, (db, { after, now, most }) =>
    db
      .selectFrom('answers')
      .select(['key', 'at'])
      .where('key', '>', after)
      .where('until', '>=', now)
      .orderBy('key')
      .limit(most),
  ),
  answer: ofHome({ key: 'text' }, (db, { key }) =>
    db.selectFrom('answers').select(['key', 'at', 'until', 'used', 'bytes', 'body']).where('key', '=', key),
  ),
  answeredAt: ofHome({ key: 'text' }, (db, { key }) => db.selectFrom('answers').select('at').where('key', '=', key)),
  /** A newer one stays. */
  putAnswer: ofHome(
    { key: 'text', at: 'number', until: 'number', used: 'number', bytes: 'number', body: 'bytes' },
    (db, columns) =>
      db
        .insertInto('answers')
        .values(columns)
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet(({ ref }) => ({
              ...{ at: ref('excluded.at'), until: ref('excluded.until'), used: ref('excluded.used') },
              ...{ bytes: ref('excluded.bytes'), body: ref('excluded.body') },
            }))
            .whereRef('answers.at', '<', 'excluded.at'),
        ),
  ),
  records: ofHome({}, (db) => db.selectFrom('records').select('name').orderBy('name')),
  record: ofHome({ name: 'text' }, (db, { name }) => db.selectFrom('records').select('body').where('name', '=', name)),
  /** With another revision, so that whoever has read it hears of it. */
  putRecord: ofHome({ name: 'text', body: 'bytes' }, (db, { name, body }) =>
    db
      .insertInto('records')
      .values({ name, revision: 1, body })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(({ ref, eb }) => ({
          revision: eb('records.revision', '+', 1),
          body: ref('excluded.body'),
        })),
      ),
  ),
}

/** Records that only say how a move went; they do not move themselves. */
export const markNames = {
  /** In the new database: the names of the records that were joined once. */
  joined: 'joined-once.json',
  /** In a folder that was empty before something moved there. */
  movedHere: 'moved-here.json',
} as const

const statement = createStatements<object>()

/** Whether PostgreSQL has a table of this name for us. */
export const hasTable = statement({ name: 'text' }, (db, { name }) =>
  db.selectNoFrom(words<boolean>`to_regclass(cast(${name} as text)) is not null`.as('isThere')),
)
