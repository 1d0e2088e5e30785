// Scenery for the seed: types may be taken.
import type * as made from '../sql/statements/answers.ts'

export type Made = typeof made
