// Seed: breaks the rule.
import * as seen from 'node:https'

export const used = Object.keys(seen).length
