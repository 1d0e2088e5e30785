// Scenery: breaks no rule.
import type { Source } from '../upstream/source.ts'

export interface Store {
  readonly name: string
  get(source: Source): number
}

export function createStore(name: string, now: () => number): Store {
  return { name, get: (source) => now() - source.id.length }
}
