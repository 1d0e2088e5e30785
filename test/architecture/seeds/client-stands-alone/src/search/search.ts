// Seed: breaks the rule.
import { thing } from '../../client/url.ts'

export const used = thing
