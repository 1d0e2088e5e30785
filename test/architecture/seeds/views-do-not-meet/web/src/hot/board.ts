// Seed: breaks the rule.
import type { Thing } from '../search/row.ts'

export const used: Thing = { name: 'seed' }
