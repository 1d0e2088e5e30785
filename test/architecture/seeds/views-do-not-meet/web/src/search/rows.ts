// Seed: breaks the rule.
import { used } from '../hot/board.ts'

export const also = used
