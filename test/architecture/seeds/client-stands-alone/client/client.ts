// Seed: breaks the rule.
import type { Thing } from '../src/contract/search.ts'

export const used: Thing = 1
