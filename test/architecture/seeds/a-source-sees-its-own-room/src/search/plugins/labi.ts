// Seed: breaks the rule.
import { thing } from '../merge.ts'

export default thing
