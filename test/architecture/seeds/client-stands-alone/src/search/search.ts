// Seed: breaks the rule.
import { thing } from '../../client/address.ts'

export const used = thing
