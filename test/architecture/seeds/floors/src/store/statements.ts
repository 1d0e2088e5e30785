// Seed: the other half, in another file, so that no two files import each other.
import type { found } from '../search/search.ts'

export type Found = typeof found
