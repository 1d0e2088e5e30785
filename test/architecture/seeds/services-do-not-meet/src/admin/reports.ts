// Seed: breaks the rule.
import { thing } from '../hotlist/lists.ts'

export const used = thing
