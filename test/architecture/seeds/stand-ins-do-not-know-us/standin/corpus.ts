// Seed: breaks the rule.
import { thing } from '../src/search/clouds/recognise.ts'

export const used = thing
