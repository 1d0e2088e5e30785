// Seed: breaks the rule.
import { thing } from '../pipeline/merge.ts'

export default thing
