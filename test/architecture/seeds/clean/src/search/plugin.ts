// Scenery: breaks no rule.
import type { Source } from '../upstream/source.ts'

export interface Plugin {
  readonly source: Source
}
