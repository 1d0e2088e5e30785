// Seed: breaks the rule.
import { recognise } from '../search/clouds/recognise.ts'

export const banned = recognise
