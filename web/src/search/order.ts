// Which rows are shown in which order: nearly as the service orders them, or by time; without what the reader does not want to see.
import type { CloudType } from '../../../src/contract/search.ts'
import type { SearchAsk } from './ask.ts'
import type { Row, RowHealth } from './row.ts'

const dayMs = 86_400_000

/** How a row is known to be, as far as anybody knows. */
export type StateOf = (row: Row) => RowHealth['state'] | 'uncertain' | undefined

/** What of a search says how it is shown. */
export type View = Pick<SearchAsk, 'tab' | 'sort' | 'include' | 'exclude' | 'hidesDead'>

/** Rows as they are to be shown. */
export interface Arranged {
  readonly rows: readonly Row[]
  /** How many there are under each tab. */
  readonly counts: ReadonlyMap<CloudType | 'all', number>
  /** How many the words of the filter keep out, and how many are kept out as dead. */
  readonly filtered: number
  readonly dead: number
}

/** Folds a text for matching, as the service does: Unicode NFKC, lower case. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Does a title pass the words? One of `include` has to occur, none of `exclude` may. */
function createPass({ include, exclude }: View): (title: string) => boolean {
  if (include.length + exclude.length === 0) return () => true
  const wanted = include.map(fold)
  const unwanted = exclude.map(fold)
  return (title) => {
    const folded = fold(title)
    const holds = (word: string) => folded.includes(word)
    return !unwanted.some(holds) && (wanted.length === 0 || wanted.some(holds))
  }
}

/** Arranges rows. */
export function arrange(all: readonly Row[], view: View, stateOf: StateOf): Arranged {
  const passes = createPass(view)
  const wanted = all.filter(({ title }) => passes(title))
  const states = new Map(wanted.map((row) => [row, stateOf(row)]))
  const living = view.hidesDead ? wanted.filter((row) => states.get(row) !== 'bad') : wanted
  const shown = view.tab === 'all' ? living : living.filter(({ type }) => type === view.tab)
  return {
    rows: sorted(shown, view.sort, (row) => states.get(row)),
    counts: countsOf(living),
    filtered: all.length - wanted.length,
    dead: wanted.length - living.length,
  }
}

function countsOf(rows: readonly Row[]): Map<CloudType | 'all', number> {
  const counts = new Map<CloudType | 'all', number>([['all', rows.length]])
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

function sorted(rows: readonly Row[], sort: View['sort'], stateOf: StateOf): readonly Row[] {
  const bySort = rows.toSorted(orderBy(sort, stateOf))
  return sort === 'time' ? bySort : behindSameTitle(bySort, stateOf)
}

const soundness = { ok: 1, unknown: 0, locked: 0, uncertain: 0, bad: -1 } as const
const worth = { title: 1, text: 0 } as const

/**
 * Dead ones last, then relevance and day as the service has them. Within a day, what is known to be there comes before how many sources
 * carry it, which the service asks first. Total, so that the same rows always stand the same.
 */
function orderBy(sort: View['sort'], stateOf: StateOf): (a: Row, b: Row) => number {
  const sunk = (row: Row) => Number(stateOf(row) === 'bad')
  const sound = (row: Row) => soundness[stateOf(row) ?? 'unknown']
  const last = (a: Row, b: Row) => compare(a.key, b.key)
  if (sort === 'time') return (a, b) => sunk(a) - sunk(b) || later(timeOf(a), timeOf(b)) || last(a, b)
  return (a, b) =>
    sunk(a) - sunk(b) ||
    worth[b.relevance] - worth[a.relevance] ||
    later(dayOf(a), dayOf(b)) ||
    sound(b) - sound(a) ||
    b.sources.length - a.sources.length ||
    later(timeOf(a), timeOf(b)) ||
    last(a, b)
}

/** Puts what a check could not confirm behind the other rows of its title, of whatever day. Rows of other titles, and dead ones, keep their places. */
function behindSameTitle(rows: readonly Row[], stateOf: StateOf): readonly Row[] {
  const isUncertain = (row: Row) => stateOf(row) === 'uncertain'
  if (!rows.some(isUncertain)) return rows
  const living = rows.filter((row) => stateOf(row) !== 'bad')
  const byTitle = Map.groupBy(living, ({ title }) => fold(title))
  const next = new Map<Row, Row>()
  for (const group of byTitle.values()) {
    const confirmedFirst = group.toSorted((a, b) => Number(isUncertain(a)) - Number(isUncertain(b)))
    for (const [at, row] of group.entries()) next.set(row, confirmedFirst[at] ?? row)
  }
  return rows.map((row) => next.get(row) ?? row)
}

/** Unknown times come last. */
function timeOf({ at }: Row): number {
  return at ?? Number.NEGATIVE_INFINITY
}

/** Whole days, so that within one day it counts what is known to be there and how many sources carry a link. */
function dayOf({ at }: Row): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Math.floor(at / dayMs)
}

/** Later first; two that are both unknown are equal. */
function later(a: number, b: number): number {
  return a === b ? 0 : b - a
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
