// Seed: breaks the rule.
import { thing } from './server.ts'

export const used = thing
