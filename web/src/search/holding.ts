// Freezes the row order while the user reads; new rows wait until they are requested.
import type { Row } from './row.ts'

export interface Held {
  readonly rows: readonly Row[]
  /** Number of new rows that are not shown. */
  readonly waiting: number
}

/**
 * Keeps the order of `shown`, with current data and without rows missing from `wanted`; counts the new rows of
 * `wanted`. If nothing is shown, all rows of `wanted` are.
 */
export function hold(shown: readonly Row[], wanted: readonly Row[]): Held {
  const now = new Map(wanted.map((row) => [row.key, row]))
  const rows = shown.flatMap(({ key }) => now.get(key) ?? [])
  return rows.length === 0 ? { rows: wanted, waiting: 0 } : { rows, waiting: wanted.length - rows.length }
}
