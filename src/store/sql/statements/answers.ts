// Statements that read and write answers.

import { isAmong } from '../list-arguments.ts'
import { createStatements } from '../statement-builder.ts'
import type { HomeTables } from './tables.ts'

const statement = createStatements<HomeTables>()

export const find = statement({ keys: 'text', now: 'number' }, (db, { keys, now }, engine) =>
  db
    .selectFrom('answers')
    .select(['key', 'at', 'until', 'used', 'body'])
    .where(isAmong('key', keys, { engine, of: 'text' }))
    .where('until', '>=', now),
)

export const remove = statement({ key: 'text' }, (db, { key }) => db.deleteFrom('answers').where('key', '=', key))

export const put = statement(
  { key: 'text', at: 'number', until: 'number', now: 'number', bytes: 'number', body: 'bytes' },
  (db, { now, ...columns }) =>
    db
      .insertInto('answers')
      .values({ ...columns, used: now })
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
          // Another replica may have written a newer answer. One dated in the future was written while a clock was wrong.
          .where(({ eb, or, ref }) => or([eb('answers.at', '<=', ref('excluded.at')), eb('answers.at', '>', now)])),
      ),
)
