// Statements of the retention of answers.
import { sql as words } from 'kysely'
import { createStatements } from '../statement-builder.ts'
import type { HomeTables } from './tables.ts'

const statement = createStatements<HomeTables>()

/** Total bytes, plus `besides` for each answer. */
export const used = statement({ besides: 'number' }, (db, { besides }) =>
  db.selectFrom('answers').select(words<number>`cast(coalesce(sum(bytes + ${besides}), 0) as bigint)`.as('bytes')),
)

export const lower = statement({ now: 'number' }, (db, { now }) =>
  db.updateTable('answers').set({ used: now }).where('used', '>', now),
)

export const note = statement({ at: 'number', key: 'text' }, (db, { at, key }) =>
  db.updateTable('answers').set({ used: at }).where('key', '=', key),
)

export const expire = statement({ now: 'number', most: 'number' }, (db, { now, most }) =>
  db
    .deleteFrom('answers')
    .where('key', 'in', (old) =>
      old.selectFrom('answers').select('key').where('until', '<', now).orderBy('until').limit(most),
    ),
)

export const leastUsed = statement({ most: 'number' }, (db, { most }) =>
  db.selectFrom('answers').select(['key', 'bytes']).orderBy('used').limit(most),
)
