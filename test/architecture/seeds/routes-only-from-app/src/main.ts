// Seed: breaks the rule.
import { thing } from './hotlist/feed-routes.ts'

export const used = thing
