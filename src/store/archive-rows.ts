// What a batch touches in the archive, as it is read and written: a few statements for all of it.
import type * as made from './statements/archive.ts'
import { statementsOf } from './statements-written.ts'

/** By their names. */
export const ofArchive = statementsOf<typeof made>('archive')
