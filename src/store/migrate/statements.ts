// Statements that only migrations use.

import { statementLookup } from '../sql/compiled-statements.ts'
import type * as ofArchive from '../sql/statements/migrate-archive.ts'
import type * as ofHome from '../sql/statements/migrate-trawl-db.ts'
import type * as ofSchema from '../sql/statements/schema.ts'

/** Statements of the archive. Pages are in the order of ids, starting after `after`. */
export const archiveMigrationStatement = statementLookup<typeof ofArchive>('migrate-archive')

/** Statements of answers and records. */
export const trawlDbMigrationStatement = statementLookup<typeof ofHome>('migrate-trawl-db')

/** Statements about the tables of PostgreSQL. */
export const schemaStatement = statementLookup<typeof ofSchema>('schema')

/** Records about migrations, which are not migrated themselves. */
export const markNames = {
  /** In the target: names of the records that were merged once. */
  joined: 'joined-once.json',
  /** In a target folder that was empty before the migration. */
  movedHere: 'moved-here.json',
} as const
