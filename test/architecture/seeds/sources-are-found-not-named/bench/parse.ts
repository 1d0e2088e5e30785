// Seed: breaks the rule.
import labi from '../src/search/plugins/labi.ts'

export const used = labi
