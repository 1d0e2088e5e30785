// Seed: breaks the rule.
import { thing } from './routes.ts'

export const used = thing
