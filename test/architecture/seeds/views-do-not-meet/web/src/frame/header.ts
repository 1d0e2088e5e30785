// Seed: breaks the rule.
import { thing } from '../search/row.ts'

export const badge = thing
