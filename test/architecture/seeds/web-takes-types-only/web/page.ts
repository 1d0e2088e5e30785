// Seed: breaks the rule.
import { thing } from '../src/contract/search.ts'

export const used = thing
