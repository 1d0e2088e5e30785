// Seed: breaks the rule.
import { thing } from '../main.ts'

export const used = thing
