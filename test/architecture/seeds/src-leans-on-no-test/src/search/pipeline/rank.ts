// Seed: breaks the rule.
import { thing } from '../../../test/clock.ts'

export const used = thing
