// Scenery for the seed.
import { thing } from './merge.ts'

export interface Thing {
  readonly name: string
}

export const used = thing
