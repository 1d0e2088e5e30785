// Freezes the row order while the user reads; new rows wait until they are requested.
import type { CollectedLink as Row } from '../../../client/link-collector.ts'

export interface FrozenRows {
  readonly rows: readonly Row[]
  /** Number of new rows that are not shown. */
  readonly waiting: number
}

/**
 * Keeps the order of `shown`, with current data and without rows missing from `latest`; counts the new rows of
 * `latest`. If nothing is shown, all rows of `latest` are.
 */
export function freezeRows(shown: readonly Row[], latest: readonly Row[]): FrozenRows {
  const now = new Map(latest.map((row) => [row.key, row]))
  const rows = shown.flatMap(({ key }) => now.get(key) ?? [])
  return rows.length === 0 ? { rows: latest, waiting: 0 } : { rows, waiting: latest.length - rows.length }
}
