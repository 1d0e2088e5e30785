// Seed: breaks the rule.
import * as seen from 'undici'

export const used = Object.keys(seen).length
