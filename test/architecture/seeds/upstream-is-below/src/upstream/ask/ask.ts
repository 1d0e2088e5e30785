// Seed: breaks the rule.
import type { Thing } from '../../search/plugin.ts'

export const used: Thing = { name: 'seed' }
