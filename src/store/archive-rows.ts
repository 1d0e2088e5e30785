// Statements that read and write the rows of a batch.
import type * as made from './statements/archive.ts'
import { statementsOf } from './statements-written.ts'

/** Looks up a statement by name. */
export const ofArchive = statementsOf<typeof made>('archive')
