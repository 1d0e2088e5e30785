// Seed: breaks the rule.
import { thing } from '../config.ts'

export const used = thing
