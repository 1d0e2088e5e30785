// Seed: breaks the rule.
import type { Thing } from './rank.ts'

export const thing: Thing = { name: 'seed' }
