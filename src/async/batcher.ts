// Batches reports of cache hits: an IPC message for each would cost more than the response.
import type { CacheHit } from '../http/response-cache/cache-hit-recorder.ts'

const maxRows = 1_000
const maxDelayMs = 100

export interface Batcher {
  add(row: CacheHit): void
  /** Sends the rows collected so far. */
  flush(): void
}

/** Creates an empty batch; it is sent after 1000 rows or 100 ms. */
export function createBatcher(send: (rows: readonly CacheHit[]) => void): Batcher {
  let rows: CacheHit[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (rows.length === 0) return
    const batch = rows
    rows = []
    send(batch)
  }
  return {
    flush,
    add(row) {
      rows.push(row)
      if (rows.length >= maxRows) flush()
      else timer ??= setTimeout(flush, maxDelayMs)
    },
  }
}
