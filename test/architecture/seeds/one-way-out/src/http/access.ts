// Seed: breaks the rule.
import * as seen from 'node:net'

export const used = Object.keys(seen).length
