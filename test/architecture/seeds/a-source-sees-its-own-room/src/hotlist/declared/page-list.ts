// Seed: breaks the rule.
import type { Thing } from '../lists.ts'

export const list: Thing = { name: 'mine' }
