// Statements of the retention of the archive.

import { isAmong } from '../list-arguments.ts'
import { createStatements } from '../statement-builder.ts'
import type { ArchiveTables } from './tables.ts'

const statement = createStatements<ArchiveTables>()

/** PostgreSQL only; in SQLite the pages are counted. */
export const counts = statement({}, (db) => db.selectFrom('counts').select(['shares', 'sightings']))

export const dead = statement({ most: 'number' }, (db, { most }) =>
  db.selectFrom('shares').select(['id', 'key', 'checked']).where('health', '=', 'bad').orderBy('checked').limit(most),
)

export const unseen = statement({ most: 'number' }, (db, { most }) =>
  db.selectFrom('shares').select('id').orderBy('seen').limit(most),
)

export const removeSightings = statement({ shares: 'text' }, (db, { shares }, engine) =>
  db.deleteFrom('sightings').where(isAmong('share', shares, { engine, of: 'number' })),
)

export const removeShares = statement({ shares: 'text' }, (db, { shares }, engine) =>
  db.deleteFrom('shares').where(isAmong('id', shares, { engine, of: 'number' })),
)

export const touchNothing = statement({}, (db) =>
  db.updateTable('counts').set(({ ref }) => ({ shares: ref('shares') })),
)
