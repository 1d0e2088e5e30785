// Seed: breaks the rule.
import { exchange } from '../upstream/exchange.ts'
import { textOf } from './texts.ts'

export const used = [exchange, textOf]
