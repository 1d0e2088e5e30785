// Seed: breaks the rule.
import { thing } from './hotlist/admin-routes.ts'

export const used = thing
