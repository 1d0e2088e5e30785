// Seed: breaks the rule.
import { recognise } from '../search/clouds.ts'

export const banned = recognise
