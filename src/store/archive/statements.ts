// Statements that read and write the rows of a batch.

import { statementLookup } from '../sql/compiled-statements.ts'
import type * as made from '../sql/statements/archive.ts'

/** Looks up a statement by name. */
export const archiveStatement = statementLookup<typeof made>('archive')
