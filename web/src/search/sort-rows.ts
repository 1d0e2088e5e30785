// Filters and sorts rows: almost in the server's order, or by time.

import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { createLinkOrder, type HealthOf } from '../../../client/link-order.ts'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { fold } from '../components/folding.ts'
import { createTitleFilter } from '../components/title-filter.ts'
import type { SearchState } from './search-state.ts'

/** The display options of a search. */
export type DisplayOptions = Pick<SearchState, 'tab' | 'sort' | 'include' | 'exclude' | 'hidesDead'>

/** Filtered and sorted rows. */
export interface ArrangedRows {
  readonly rows: readonly Row[]
  /** Number of rows per tab. */
  readonly counts: ReadonlyMap<CloudType | 'all', number>
  /** Rows hidden by the filter words; rows hidden as dead. */
  readonly filtered: number
  readonly dead: number
}

/** Filters and sorts rows. */
export function arrange(all: readonly Row[], view: DisplayOptions, stateOf: HealthOf): ArrangedRows {
  const isMatching = createTitleFilter(view)
  const matching = all.filter(({ title }) => isMatching(title))
  const states = new Map(matching.map((row) => [row, stateOf(row)]))
  const visible = view.hidesDead ? matching.filter((row) => states.get(row) !== 'bad') : matching
  const shown = view.tab === 'all' ? visible : visible.filter(({ type }) => type === view.tab)
  return {
    rows: sorted(shown, view.sort, (row) => states.get(row)),
    counts: countsOf(visible),
    filtered: all.length - matching.length,
    dead: matching.length - visible.length,
  }
}

function countsOf(rows: readonly Row[]): Map<CloudType | 'all', number> {
  const counts = new Map<CloudType | 'all', number>([['all', rows.length]])
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

function sorted(rows: readonly Row[], sort: DisplayOptions['sort'], stateOf: HealthOf): readonly Row[] {
  if (sort === 'time') return rows.toSorted(createLinkOrder('time', stateOf))
  return behindSameTitle(rows.toSorted(createLinkOrder('available', stateOf)), stateOf)
}

/**
 * Moves rows with inconclusive checks behind the other rows of the same title, of any day. All other rows keep their
 * positions.
 */
function behindSameTitle(rows: readonly Row[], stateOf: HealthOf): readonly Row[] {
  const isUncertain = (row: Row) => stateOf(row) === 'uncertain'
  if (!rows.some(isUncertain)) return rows
  const visible = rows.filter((row) => stateOf(row) !== 'bad')
  const byTitle = Map.groupBy(visible, ({ title }) => fold(title))
  const next = new Map<Row, Row>()
  for (const group of byTitle.values()) {
    const confirmedFirst = group.toSorted((a, b) => Number(isUncertain(a)) - Number(isUncertain(b)))
    for (const [at, row] of group.entries()) next.set(row, confirmedFirst[at] ?? row)
  }
  return rows.map((row) => next.get(row) ?? row)
}
