// Seed: breaks the rule.
import { exchange } from '../upstream/net/exchange.ts'
import { textOf } from './text.ts'

export const used = [exchange, textOf]
