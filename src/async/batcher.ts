// Collects rows and sends them in batches.

/** When a batch is sent. */
interface BatchLimits {
  readonly maxRows: number
  readonly maxDelayMs: number
}

/** Creates the function that adds a row to the next batch. */
export function createBatcher<Row>(
  send: (rows: readonly Row[]) => void,
  { maxRows, maxDelayMs }: BatchLimits,
): (row: Row) => void {
  let rows: Row[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = rows
    rows = []
    send(batch)
  }
  return (row) => {
    rows.push(row)
    if (rows.length >= maxRows) flush()
    else timer ??= setTimeout(flush, maxDelayMs)
  }
}
