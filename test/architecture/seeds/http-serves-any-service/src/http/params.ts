// Seed: breaks the rule.
import type { Thing } from '../search/search.ts'

export const used: Thing = { name: 'seed' }
