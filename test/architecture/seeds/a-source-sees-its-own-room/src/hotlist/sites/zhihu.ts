// Seed: breaks the rule.
import { thing } from '../../observability/log.ts'

export const used = thing
