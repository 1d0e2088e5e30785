// Seed: breaks the rule.
import { thing } from '../config/schema.ts'

export const used = thing
