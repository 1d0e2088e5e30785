// Statements that read and write the rows of a batch.
import type * as made from './statements/archive.ts'
import { statementLookup } from './statements-written.ts'

/** Looks up a statement by name. */
export const archiveStatement = statementLookup<typeof made>('archive')
