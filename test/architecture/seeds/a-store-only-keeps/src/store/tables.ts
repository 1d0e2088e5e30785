// Seed: breaks the rule.
import type { Thing } from '../config.ts'

export const used: Thing = { name: 'seed' }
