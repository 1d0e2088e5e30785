// Seed: breaks the rule.
import * as seen from 'a-package-that-is-not-there'

export const used = Object.keys(seen).length
