// Seed: breaks the rule.
import * as seen from 'node:crypto'

export const used = Object.keys(seen).length
