// The visible rows: filtered and sorted, and frozen while the user reads.
import { useMemo, useRef } from 'preact/hooks'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { type MutedState, useMuted } from '../muted/use-muted.ts'
import { type FrozenRows, freezeRows } from './freeze-rows.ts'
import type { LinkChecking } from './link-checking.ts'
import { sortState } from './link-health.ts'
import type { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'
import { type ArrangedRows, arrange } from './sort-rows.ts'

/** Visible rows, waiting rows, and counts. */
export interface VisibleRows extends FrozenRows {
  readonly arranged: ArrangedRows
  readonly muted: MutedState
}

interface VisibleRowsOptions {
  readonly ask: SearchState
  readonly session: SearchSession
  readonly checking: LinkChecking
  readonly isReading: boolean
}

/** Changed display options or another search re-sort the rows even while the user reads. */
export function useVisibleRows({ ask, session, checking, isReading }: VisibleRowsOptions): VisibleRows {
  const { tab, sort, include, exclude, hidesDead } = ask
  const { items: rows, muted } = useMuted(session.rows.value, ({ items }) => items)
  const view = JSON.stringify([tab, sort, include, exclude, hidesDead, muted.isRevealed])
  // Check results update row badges at once, but re-sort only with the next other change (unless dead links are hidden).
  const checks = hidesDead ? checking.version.value : 0
  const arranged = useMemo(() => {
    const stateOf = (row: Row) => sortState(row, checking.stateOf(row.key).peek())
    return arrange(rows, { tab, sort, include, exclude, hidesDead }, stateOf)
  }, [rows, view, checks, checking])
  const before = useRef<{ session: SearchSession; view: string; rows: readonly Row[] }>()
  const frozen = useMemo(() => {
    const last = before.current
    const isSame = last?.view === view && last.session === session
    return isReading && isSame ? freezeRows(last.rows, arranged.rows) : { rows: arranged.rows, waiting: 0 }
  }, [arranged, isReading, view, session])
  before.current = { session, view, rows: frozen.rows }
  return { ...frozen, arranged, muted }
}
