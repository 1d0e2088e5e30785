// The sources as rows of a table: which of them are wanted, and in which order.
import type { SourceHealth } from '../../../src/contract/hotlist-reports.ts'
import type { FailureKind, HealthReport } from './reports.ts'

export const sourceKinds = ['list', 'channel', 'plugin'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** How a source is doing, worst first; those that were never asked and those switched off come last. */
export const sourceStates = ['unhealthy', 'degraded', 'healthy', 'unknown', 'off'] as const
export type SourceState = (typeof sourceStates)[number]

/** One source. What is undefined is not known yet; times in epoch milliseconds by the service's clock. */
export interface SourceRow {
  readonly id: string
  readonly name: string
  readonly kind: SourceKind
  readonly state: SourceState
  readonly asks: number
  /** 0 to 1. */
  readonly successRate: number | undefined
  readonly meanMs: number | undefined
  readonly lastSuccess: number | undefined
  readonly lastError: SourceHealth['lastError'] | undefined
}

/** What a reader wants to see of them. */
export interface SourceFilter {
  /** Undefined for all kinds. */
  readonly kinds: readonly SourceKind[] | undefined
  readonly state: SourceState | undefined
  /** Those that fail at the moment, and whose latest failure was of one of these kinds. */
  readonly failures: readonly FailureKind[] | undefined
  readonly text: string
  /** Are those shown too that nobody asked yet, or that are switched off? */
  readonly isAllShown: boolean
}

export const noFilter: SourceFilter = {
  kinds: undefined,
  state: undefined,
  failures: undefined,
  text: '',
  isAllShown: false,
}

/** Was anything chosen? */
export function isFiltered({ kinds, state, failures, text, isAllShown }: SourceFilter): boolean {
  return kinds !== undefined || state !== undefined || failures !== undefined || text !== '' || isAllShown
}

export const sourceColumns = ['name', 'state', 'asks', 'success', 'time', 'lastSuccess', 'lastError'] as const
export type SourceColumn = (typeof sourceColumns)[number]

export interface SourceOrder {
  readonly column: SourceColumn
  readonly isDescending: boolean
}

/** Problems first. */
export const firstOrder: SourceOrder = { column: 'state', isDescending: false }

/** Those whose interesting end is the high one: the busiest, the slowest, the latest failures. */
const descendingFirst: ReadonlySet<SourceColumn> = new Set(['asks', 'time', 'lastError'])

/** The order after a press on a column's head: first its interesting end, then the other. */
export function orderAfter(order: SourceOrder, column: SourceColumn): SourceOrder {
  const isDescending = order.column === column ? !order.isDescending : descendingFirst.has(column)
  return { column, isDescending }
}

/** All sources of a report. */
export function rowsOf({ details, search }: Pick<HealthReport, 'details' | 'search'>): SourceRow[] {
  return [...details.map((source) => rowOf(source, 'list')), ...search.details.map(searchRowOf)]
}

function searchRowOf(source: SourceHealth): SourceRow {
  return rowOf(source, source.id.startsWith('tg:') ? 'channel' : 'plugin')
}

function rowOf(source: SourceHealth, kind: SourceKind): SourceRow {
  const { id, name, enabled, health, totalRequests: asks } = source
  const isAsked = asks > 0
  return {
    id,
    name: kind === 'list' ? name : name.replace(/^(?:tg|plugin):/, ''),
    kind,
    state: enabled ? health : 'off',
    asks,
    successRate: isAsked ? source.successRate : undefined,
    // No time is known of what never was on the wire.
    meanMs: isAsked && source.avgResponseTime > 0 ? source.avgResponseTime : undefined,
    lastSuccess: source.lastSuccess ?? undefined,
    lastError: source.lastError ?? undefined,
  }
}

/** Does it fail at the moment, at least now and then? */
function isFailing({ state }: SourceRow): boolean {
  return state === 'unhealthy' || state === 'degraded'
}

/** Is it one that is folded away unless it is asked for: never asked, or switched off? */
export function isIdle({ state }: SourceRow): boolean {
  return state === 'unknown' || state === 'off'
}

/** The rows that are wanted, and how many more there are that would be but are folded away. */
export function filtered(rows: readonly SourceRow[], filter: SourceFilter): { shown: SourceRow[]; folded: number } {
  const words = filter.text.toLowerCase().split(/\s+/u).filter(Boolean)
  const matching = rows.filter((row) => isWanted(row, filter) && words.every((word) => isNamed(row, word)))
  // Whoever names one, or asks for those, wants to see it.
  const showsIdle = filter.isAllShown || words.length > 0 || filter.state !== undefined
  const shown = showsIdle ? matching : matching.filter((row) => !isIdle(row))
  return { shown, folded: matching.length - shown.length }
}

function isWanted(row: SourceRow, { kinds, state, failures }: SourceFilter): boolean {
  if (kinds && !kinds.includes(row.kind)) return false
  if (state !== undefined && row.state !== state) return false
  return failures === undefined || failsBy(row, failures)
}

/** Does it fail at the moment, the latest time in one of these ways? */
export function failsBy(row: SourceRow, failures: readonly FailureKind[]): boolean {
  return isFailing(row) && row.lastError?.kind !== undefined && failures.includes(row.lastError.kind)
}

function isNamed({ id, name }: SourceRow, word: string): boolean {
  return name.toLowerCase().includes(word) || id.toLowerCase().includes(word)
}

/** The rows in an order. What is not known comes last, whichever way; what is equal, problems first, then the busiest. */
export function sorted(rows: readonly SourceRow[], { column, isDescending }: SourceOrder): SourceRow[] {
  const names = new Intl.Collator('zh-CN', { numeric: true })
  const byName = (one: SourceRow, other: SourceRow) => names.compare(one.name, other.name) || compare(one.id, other.id)
  const direction = isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const first = column === 'name' ? byName(one, other) * direction : compareBy(one, other, { column, isDescending })
    return first || compare(stateRank(one), stateRank(other)) || other.asks - one.asks || byName(one, other)
  })
}

function compareBy(one: SourceRow, other: SourceRow, { column, isDescending }: SourceOrder): number {
  const left = figureOf(one, column)
  const right = figureOf(other, column)
  if (left === undefined || right === undefined) return compare(left === undefined ? 1 : 0, right === undefined ? 1 : 0)
  return isDescending ? compare(right, left) : compare(left, right)
}

function figureOf(row: SourceRow, column: SourceColumn): number | undefined {
  const figures: Readonly<Record<SourceColumn, number | undefined>> = {
    name: undefined,
    state: stateRank(row),
    asks: row.asks,
    success: row.successRate,
    time: row.meanMs,
    lastSuccess: row.lastSuccess,
    lastError: row.lastError?.at,
  }
  return figures[column]
}

function stateRank({ state }: SourceRow): number {
  return sourceStates.indexOf(state)
}

function compare<Value extends number | string>(one: Value, other: Value): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
