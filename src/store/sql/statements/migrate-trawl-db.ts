// Statements that only the migration of answers and records uses. Revisions are not read: older versions had none.
import { createStatements } from '../statement-builder.ts'
import type { HomeTables } from './tables.ts'

const statement = createStatements<HomeTables>()

/** Answers valid at `now`, without their bodies. */
export const answers = statement({ after: 'text', now: 'number', most: 'number' }, (db, { after, now, most }) =>
  db
    .selectFrom('answers')
    .select(['key', 'at'])
    .where('key', '>', after)
    .where('until', '>=', now)
    .orderBy('key')
    .limit(most),
)

export const answer = statement({ key: 'text' }, (db, { key }) =>
  db.selectFrom('answers').select(['key', 'at', 'until', 'used', 'bytes', 'body']).where('key', '=', key),
)

export const answeredAt = statement({ key: 'text' }, (db, { key }) =>
  db.selectFrom('answers').select('at').where('key', '=', key),
)

/** Keeps a newer answer. */
export const putAnswer = statement(
  { key: 'text', at: 'number', until: 'number', used: 'number', bytes: 'number', body: 'bytes' },
  (db, columns) =>
    db
      .insertInto('answers')
      .values(columns)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(({ ref }) => ({
            at: ref('excluded.at'),
            until: ref('excluded.until'),
            used: ref('excluded.used'),
            bytes: ref('excluded.bytes'),
            body: ref('excluded.body'),
          }))
          .whereRef('answers.at', '<', 'excluded.at'),
      ),
)

export const records = statement({}, (db) => db.selectFrom('records').select('name').orderBy('name'))

export const record = statement({ name: 'text' }, (db, { name }) =>
  db.selectFrom('records').select('body').where('name', '=', name),
)

/** Changes the revision, so that processes that have read the record notice it. */
export const putRecord = statement({ name: 'text', body: 'bytes' }, (db, { name, body }) =>
  db
    .insertInto('records')
    .values({ name, revision: 1, body })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref, eb }) => ({
        revision: eb('records.revision', '+', 1),
        body: ref('excluded.body'),
      })),
    ),
)
