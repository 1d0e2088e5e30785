// Seed: breaks the rule.
import * as seen from 'node:cluster'

export const used = Object.keys(seen).length
