// Seed: breaks the rule.
import type { Thing } from '../search/merge.ts'

export const used: Thing = { name: 'seed' }
