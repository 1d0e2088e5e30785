// Seed: breaks the rule.
import { thing } from '../../log.ts'

export const used = thing
