// Collects rows and sends them in batches.

/** When a batch is sent. */
export interface BatchLimits {
  readonly maxRows: number
  readonly maxDelayMs: number
}

export interface Batcher<Row> {
  add(row: Row): void
  /** Sends the rows collected so far. */
  flush(): void
}

/** Creates an empty batch. */
export function createBatcher<Row>(
  send: (rows: readonly Row[]) => void,
  { maxRows, maxDelayMs }: BatchLimits,
): Batcher<Row> {
  let rows: Row[] = []
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
