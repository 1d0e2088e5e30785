// Scenery: breaks no rule.
import type { Request } from '../src/contract/search.ts'

export const asked: Request = { kw: 'seed' }
