// Seed: breaks the rule.
import { thing } from '../search/clouds.ts'

export const used = thing
