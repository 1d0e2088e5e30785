// Seed: breaks the rule.
import labi from './plugins/labi.ts'

export const used = labi
