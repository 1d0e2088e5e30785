// Seed: breaks the rule.
import { thing } from './nowhere.ts'

export const used = thing
