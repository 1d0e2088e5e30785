// Rows of the sources table: filter and sort order.

import type { SearchSourceHealth, SourceHealth } from '../../../src/contract/hotlist-reports.ts'
import type { Reason } from '../../../src/contract/reasons.ts'
import { fold } from '../components/folding.ts'
import { createWordFilter } from '../components/title-filter.ts'
import { sourceName } from '../source-name.ts'
import type { FailureKind, HealthReport } from './reports.ts'

export const sourceKinds = ['list', 'channel', 'plugin'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** States, worst first; unused and disabled sources last. `closed`: outside of the opening hours of its site. */
export const sourceStates = ['unhealthy', 'degraded', 'closed', 'asleep', 'healthy', 'unknown', 'off'] as const
export type SourceState = (typeof sourceStates)[number]

/** One source. Undefined means unknown; times are epoch milliseconds of the server's clock. */
export interface SourceRow {
  readonly id: string
  readonly name: string
  readonly kind: SourceKind
  readonly state: SourceState
  readonly asleep: SourceHealth['asleep']
  readonly asks: number
  /** 0 to 1. */
  readonly successRate: number | undefined
  readonly meanMs: number | undefined
  readonly lastSuccess: number | undefined
  readonly lastError: SourceHealth['lastError'] | undefined
  /** Hours of the last day in which it was asked, the oldest first. */
  readonly lastDay: SourceHealth['lastDay']
  /** The needs of a plugin's site, and the date since which it is known to answer. */
  readonly needs?: SearchSourceHealth['needs']
  readonly evidence?: string | undefined
}

export interface SourceFilter {
  /** Undefined for all kinds. */
  readonly kinds: readonly SourceKind[] | undefined
  readonly state: SourceState | undefined
  /** Sources that fail at present, with a last failure of one of these kinds. */
  readonly failures: readonly FailureKind[] | undefined
  readonly text: string
  /** Whether unused and disabled sources are shown. */
  readonly isAllShown: boolean
}

export const noFilter: SourceFilter = {
  kinds: undefined,
  state: undefined,
  failures: undefined,
  text: '',
  isAllShown: false,
}

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
export const defaultOrder: SourceOrder = { column: 'state', isDescending: false }

/** Columns that sort descending first: most requests, slowest, latest failures. */
const descendingFirst: ReadonlySet<SourceColumn> = new Set(['asks', 'time', 'lastError'])

/** Sort order after a click on a column header; a second click reverses it. */
export function nextOrder(order: SourceOrder, column: SourceColumn): SourceOrder {
  const isDescending = order.column === column ? !order.isDescending : descendingFirst.has(column)
  return { column, isDescending }
}

export function rowsOf({ details, search, timestamp }: Pick<HealthReport, 'details' | 'search' | 'timestamp'>) {
  return [
    ...details.map((source) => rowOf(source, 'list', timestamp)),
    ...search.details.map((source) => searchRowOf(source, timestamp)),
  ]
}

function searchRowOf(source: SearchSourceHealth, now: number): SourceRow {
  const { needs, evidence } = source
  const row = rowOf(source, source.id.startsWith('tg:') ? 'channel' : 'plugin', now)
  return { ...row, ...(needs && { needs }), ...(evidence && { evidence }) }
}

function rowOf(source: SourceHealth, kind: SourceKind, now: number): SourceRow {
  const { id, name, totalRequests: asks } = source
  const wasUsed = asks > 0
  return {
    id,
    name: kind === 'list' ? name : sourceName(name),
    kind,
    state: stateOf(source, now),
    asleep: source.asleep,
    asks,
    successRate: wasUsed ? source.successRate : undefined,
    // Without upstream requests there is no time.
    meanMs: wasUsed && source.avgResponseTime > 0 ? source.avgResponseTime : undefined,
    lastSuccess: source.lastSuccess ?? undefined,
    lastError: source.lastError ?? undefined,
    lastDay: source.lastDay,
  }
}

function stateOf({ enabled, asleep, health, lastError, lastSuccess }: SourceHealth, now: number): SourceState {
  if (!enabled) return 'off'
  if (asleep) return 'asleep'
  const isLatest = (lastError?.at ?? 0) > (lastSuccess ?? 0)
  return isLatest && isClosed(lastError?.reason, now) ? 'closed' : health
}

const chinaMs = 8 * 3_600_000

/** Whether a site that told its opening hours is closed at a time. */
function isClosed(reason: Reason | undefined, now: number): boolean {
  if (reason?.code !== 'closed') return false
  const { from = '', until = '' } = reason
  const clock = new Date(now + chinaMs).toISOString().slice(11, 16)
  return from < until ? clock >= from && clock < until : clock >= from || clock < until
}

/** Whether it fails at present, at least sometimes. */
function isFailing({ state }: SourceRow): boolean {
  return state === 'unhealthy' || state === 'degraded'
}

/** Whether it is hidden by default: unused or disabled. */
export function isIdle({ state }: SourceRow): boolean {
  return state === 'unknown' || state === 'off'
}

/** Returns the matching rows, and the number of matching rows that are hidden by default. */
export function filtered(rows: readonly SourceRow[], filter: SourceFilter): { shown: SourceRow[]; folded: number } {
  const words = fold(filter.text).split(/\s+/u).filter(Boolean)
  const tests = words.map(createWordFilter)
  const matching = rows.filter((row) => isMatching(row, filter) && tests.every((has) => has(row.name) || has(row.id)))
  // A text or state filter also shows sources that are hidden by default.
  const showsIdle = filter.isAllShown || words.length > 0 || filter.state !== undefined
  const shown = showsIdle ? matching : matching.filter((row) => !isIdle(row))
  return { shown, folded: matching.length - shown.length }
}

function isMatching(row: SourceRow, { kinds, state, failures }: SourceFilter): boolean {
  if (kinds && !kinds.includes(row.kind)) return false
  if (state !== undefined && row.state !== state) return false
  return failures === undefined || failsWith(row, failures)
}

/** Whether it fails at present, with a last failure of one of these kinds. */
export function failsWith(row: SourceRow, failures: readonly FailureKind[]): boolean {
  return isFailing(row) && row.lastError?.kind !== undefined && failures.includes(row.lastError.kind)
}

const figures: Readonly<Record<Exclude<SourceColumn, 'name'>, (row: SourceRow) => number | undefined>> = {
  state: ({ state }) => sourceStates.indexOf(state),
  asks: ({ asks }) => asks,
  success: ({ successRate }) => successRate,
  time: ({ meanMs }) => meanMs,
  lastSuccess: ({ lastSuccess }) => lastSuccess,
  lastError: ({ lastError }) => lastError?.at,
}

/** Sorts rows. Unknown values last in both directions; ties by severity, then requests. */
export function sorted(rows: readonly SourceRow[], { column, isDescending }: SourceOrder): SourceRow[] {
  const names = new Intl.Collator('zh-CN', { numeric: true })
  const byName = (one: SourceRow, other: SourceRow) =>
    names.compare(one.name, other.name) || names.compare(one.id, other.id)
  const by = (figure: SourceColumn, one: SourceRow, other: SourceRow, sign: number) => {
    if (figure === 'name') return sign * byName(one, other)
    const [left, right] = [figures[figure](one), figures[figure](other)]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return sign * (left - right)
  }
  return rows.toSorted(
    (one, other) =>
      by(column, one, other, isDescending ? -1 : 1) ||
      by('state', one, other, 1) ||
      by('asks', one, other, -1) ||
      byName(one, other),
  )
}
