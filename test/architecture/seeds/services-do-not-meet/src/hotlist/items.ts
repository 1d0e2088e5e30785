// Seed: breaks the rule.
import { thing } from '../pictures/hosts.ts'

export const used = thing
