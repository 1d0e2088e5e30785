// Seed: breaks the rule.
import { thing } from '../../standin/corpus.ts'

export const used = thing
