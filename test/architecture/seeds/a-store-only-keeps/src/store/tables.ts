// Seed: breaks the rule.
import type { Thing } from '../config/schema.ts'

export const used: Thing = { name: 'seed' }
