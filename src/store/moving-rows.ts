// What is read, and written besides what all storage code writes, when all that is kept moves from one database to another.
import type * as ofArchive from './statements/moving-archive.ts'
import type * as ofHome from './statements/moving-home.ts'
import type * as ofSchema from './statements/schema.ts'
import { statementsOf } from './statements-written.ts'

/** Of the archive. Pieces come in the order of ids, beginning behind `after`. */
export const inArchive = statementsOf<typeof ofArchive>('moving-archive')

/** Of answers and records. */
export const inHome = statementsOf<typeof ofHome>('moving-home')

/** Of a PostgreSQL: which tables it has. */
export const inSchema = statementsOf<typeof ofSchema>('schema')

/** Records that only say how a move went; they do not move themselves. */
export const markNames = {
  /** In the new database: the names of the records that were joined once. */
  joined: 'joined-once.json',
  /** In a folder that was empty before something moved there. */
  movedHere: 'moved-here.json',
} as const
