// Seed: breaks the rule.
import type { Thing } from '../src/search/search.ts'

export const used: Thing = { name: 'seed' }
