// Seed: breaks the rule.
import { decodeHTML } from 'entities'

export default decodeHTML
