// Seed: breaks the rule.
import { thing } from '../src/search/clouds.ts'

export const used = thing
