// Seed: search imports store, and store imports search.
import type { Row } from '../store/rows.ts'

export const found: Row = { key: 'seed' }
