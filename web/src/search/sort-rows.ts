// Filters and sorts rows: almost in the server's order, or by time.
import type { CloudType } from '../../../src/contract/search.ts'
import type { Row, RowHealth } from './row.ts'
import type { SearchState } from './search-state.ts'

const dayMs = 86_400_000

/** Returns the health of a row, as far as known. */
export type StateOf = (row: Row) => RowHealth['state'] | 'uncertain' | undefined

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

/** Normalises a text for matching, as the server does: Unicode NFKC, lower case. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Creates a title filter: one word of `include` has to occur, none of `exclude` may. */
function createTitleFilter({ include, exclude }: DisplayOptions): (title: string) => boolean {
  if (include.length + exclude.length === 0) return () => true
  const included = include.map(fold)
  const excluded = exclude.map(fold)
  return (title) => {
    const folded = fold(title)
    const holds = (word: string) => folded.includes(word)
    return !excluded.some(holds) && (included.length === 0 || included.some(holds))
  }
}

/** Filters and sorts rows. */
export function arrange(all: readonly Row[], view: DisplayOptions, stateOf: StateOf): ArrangedRows {
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

function sorted(rows: readonly Row[], sort: DisplayOptions['sort'], stateOf: StateOf): readonly Row[] {
  const bySort = rows.toSorted(orderBy(sort, stateOf))
  return sort === 'time' ? bySort : behindSameTitle(bySort, stateOf)
}

const soundness = { ok: 1, unknown: 0, locked: 0, uncertain: 0, bad: -1 } as const
const relevanceRank = { title: 1, text: 0 } as const

/**
 * Dead rows last, then relevance and day as the server sorts. Within a day, confirmed health counts before the number
 * of sources, which is the server's next criterion. A total order, so that equal input gives equal output.
 */
function orderBy(sort: DisplayOptions['sort'], stateOf: StateOf): (a: Row, b: Row) => number {
  const isDead = (row: Row) => Number(stateOf(row) === 'bad')
  const soundnessOf = (row: Row) => soundness[stateOf(row) ?? 'unknown']
  const byKey = (a: Row, b: Row) => compare(a.key, b.key)
  if (sort === 'time') return (a, b) => isDead(a) - isDead(b) || later(timeOf(a), timeOf(b)) || byKey(a, b)
  return (a, b) =>
    isDead(a) - isDead(b) ||
    relevanceRank[b.relevance] - relevanceRank[a.relevance] ||
    later(dayOf(a), dayOf(b)) ||
    soundnessOf(b) - soundnessOf(a) ||
    b.sources.length - a.sources.length ||
    later(timeOf(a), timeOf(b)) ||
    byKey(a, b)
}

/**
 * Moves rows with inconclusive checks behind the other rows of the same title, of any day. All other rows keep their
 * positions.
 */
function behindSameTitle(rows: readonly Row[], stateOf: StateOf): readonly Row[] {
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

/** Unknown times sort last. */
function timeOf({ at }: Row): number {
  return at ?? Number.NEGATIVE_INFINITY
}

/** Whole days, so that health and number of sources decide within a day. */
function dayOf({ at }: Row): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Math.floor(at / dayMs)
}

/** Later first; two unknown times are equal. */
function later(a: number, b: number): number {
  return a === b ? 0 : b - a
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
