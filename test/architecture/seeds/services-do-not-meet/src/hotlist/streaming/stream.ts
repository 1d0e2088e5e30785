// Seed: breaks the rule.
import type { Thing } from '../../search/pipeline/merge.ts'

export const used: Thing = { name: 'seed' }
