// Seed: breaks the rule.
import { thing } from '../search/clouds/recognise.ts'

export const used = thing
