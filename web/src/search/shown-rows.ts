// The visible rows: filtered and sorted, and frozen while the user reads.
import { useMemo, useRef } from 'preact/hooks'
import type { SearchAsk } from './ask.ts'
import type { Checking } from './checking.ts'
import type { Finding } from './finding.ts'
import { type Held, hold } from './holding.ts'
import { orderState } from './known-state.ts'
import { type Arranged, arrange } from './order.ts'
import type { Row } from './row.ts'

/** Visible rows, waiting rows, and counts. */
export interface ShownRows extends Held {
  readonly arranged: Arranged
}

interface ShownRowsOptions {
  readonly ask: SearchAsk
  readonly finding: Finding
  readonly checking: Checking
  readonly isReading: boolean
}

/** Changed display options or another search re-sort the rows even while the user reads. */
export function useShownRows({ ask, finding, checking, isReading }: ShownRowsOptions): ShownRows {
  const { tab, sort, include, exclude, hidesDead } = ask
  const rows = finding.rows.value
  const view = JSON.stringify([tab, sort, include, exclude, hidesDead])
  // Check results update row badges at once, but re-sort only with the next other change (unless dead links are hidden).
  const checks = hidesDead ? checking.version.value : 0
  const arranged = useMemo(() => {
    const stateOf = (row: Row) => orderState(row, checking.stateOf(row.key).peek())
    return arrange(rows, { tab, sort, include, exclude, hidesDead }, stateOf)
  }, [rows, view, checks, checking])
  const before = useRef<{ finding: Finding; view: string; rows: readonly Row[] }>()
  const held = useMemo(() => {
    const last = before.current
    const isSame = last?.view === view && last.finding === finding
    return isReading && isSame ? hold(last.rows, arranged.rows) : { rows: arranged.rows, waiting: 0 }
  }, [arranged, isReading, view, finding])
  before.current = { finding, view, rows: held.rows }
  return { ...held, arranged }
}
