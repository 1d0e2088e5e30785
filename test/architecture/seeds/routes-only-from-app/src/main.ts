// Seed: breaks the rule.
import { thing } from './hotlist/report-routes.ts'

export const used = thing
