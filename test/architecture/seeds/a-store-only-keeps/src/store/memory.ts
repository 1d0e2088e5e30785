// Seed: breaks the rule.
import { thing } from '../upstream/errors.ts'

export const used = thing
