// Seed: breaks the rule.
import type { Thing } from '../lists.ts'

export default { name: 'weibo' } satisfies Thing
