// Scenery for the seed.
import type { Thing } from '../plugin.ts'

export default { name: 'labi' } satisfies Thing
