// Keeps rows where they are while somebody reads them: what has come meanwhile waits until it is asked for.
import type { Row } from './row.ts'

/** Rows that stand still. */
export interface Held {
  readonly rows: readonly Row[]
  /** How many wait. */
  readonly waiting: number
}

/** Those of `shown` that are still wanted, in their places and as they are known now; of `wanted` the others wait. Where nothing is shown, nothing can move: all come. */
export function hold(shown: readonly Row[], wanted: readonly Row[]): Held {
  const now = new Map(wanted.map((row) => [row.key, row]))
  const rows = shown.flatMap(({ key }) => now.get(key) ?? [])
  return rows.length === 0 ? { rows: wanted, waiting: 0 } : { rows, waiting: wanted.length - rows.length }
}
