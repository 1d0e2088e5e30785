// Batches reports of cache hits: an IPC message for each would cost more than the response.
import type { TakenRow } from '../http/taken.ts'

const mostRows = 1_000
const longestMs = 100

export interface TakenBatches {
  add(row: TakenRow): void
  /** Sends the rows collected so far. */
  flush(): void
}

/** Creates an empty batch; it is sent after 1000 rows or 100 ms. */
export function createTakenBatches(tell: (rows: readonly TakenRow[]) => void): TakenBatches {
  let rows: TakenRow[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (rows.length === 0) return
    const told = rows
    rows = []
    tell(told)
  }
  return {
    flush,
    add(row) {
      rows.push(row)
      if (rows.length >= mostRows) flush()
      else timer ??= setTimeout(flush, longestMs)
    },
  }
}
