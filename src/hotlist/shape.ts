// Converts lists to the response shapes of the contract.
import type { BatchResult, HotResult, Item, SourceMetrics, SourceRecord } from '../contract/hotlist.ts'
import { apiVersion } from '../contract/hotlist-watch.ts'
import type { SourceFigures } from '../upstream/statistics.ts'
import type { HotList } from './accept-family.ts'
import type { ShownItems } from './banned-items.ts'
import type { ListItem } from './fit-items.ts'
import type { ListAnswer, ListFailure } from './lists.ts'

/** The envelope of every response; `time` is in epoch milliseconds. */
export function headOf(time: number) {
  return { apiVersion, timestamp: time } as const
}

/** The error message for an unknown id. */
export const noSuchSource = 'unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources'

/** A list's metadata. */
export function recordOf({ id, family, name, title, pinyin, ...list }: HotList): SourceRecord {
  const { home, type, interval, isEnabled, column, color } = list
  const named = title === undefined ? { id, name } : { id, name, title }
  const sounding = pinyin === undefined ? {} : { pinyin }
  return { ...named, ...sounding, family, home, type, interval, enabled: isEnabled, column, color }
}

/** The first items of a list, each with its rank. */
export function itemsOf(items: ShownItems, limit: number): Item[] {
  return items.flatMap((item, index) => (item ? [itemOf(item, index + 1)] : [])).slice(0, limit)
}

/** Number of items that are not banned. */
export function countOf(items: ShownItems): number {
  return items.reduce((count, item) => count + Number(item !== undefined), 0)
}

function itemOf({ id, title, url, mobileUrl, pubDate, hot, ...more }: ListItem, rank: number): Item {
  const extra = extraOf(more)
  return {
    id,
    title,
    url,
    ...(mobileUrl === undefined ? {} : { mobileUrl }),
    ...(pubDate === undefined ? {} : { pubDate }),
    rank,
    ...(hot === undefined ? {} : { hot }),
    ...(extra ? { extra } : {}),
  }
}

function extraOf({ gained, ...words }: Pick<ListItem, 'hover' | 'info' | 'date' | 'icon' | 'gained'>): Item['extra'] {
  const extra = gained === undefined ? words : { ...words, diff: gained }
  return Object.keys(extra).length === 0 ? undefined : extra
}

/** Whether there is a current or earlier list; it may be empty. */
export function isSuccess({ at }: ListAnswer): boolean {
  return at !== undefined
}

/** The fields that accompany a list's items. */
export function stateOf({ items, at, isCached, isStale, failure }: ListAnswer, limit: number) {
  const data = itemsOf(items, limit)
  return {
    data,
    count: data.length,
    cached: isCached,
    stale: isStale,
    updatedAt: at?.getTime() ?? null,
    ...(failure ? { error: errorOf(failure) } : {}),
  }
}

/** The error field of a list that failed. */
export function errorOf({ kind, detail, retryAt }: ListFailure) {
  return { kind, message: detail, ...(retryAt === undefined ? {} : { retryAt }) }
}

/** A list in a batch response. */
export function batchResultOf(answer: ListAnswer, limit: number): BatchResult {
  const { askedAs, list } = answer
  return { id: askedAs, name: list.name, success: isSuccess(answer), ...stateOf(answer, limit) }
}

/** A list in a `/api/v1/sources/hot/batch` response. */
export function hotResultOf(answer: ListAnswer, limit: number): HotResult {
  const { data, count, ...state } = stateOf(answer, limit)
  return { id: answer.askedAs, success: isSuccess(answer), items: data, count, responseTime: answer.tookMs, ...state }
}

/** Request figures of a source; times in milliseconds. */
export function metricsOf(figures: SourceFigures | undefined): SourceMetrics {
  if (!figures) return { totalRequests: 0, successRate: 0, avgResponseTime: 0, lastSuccess: null, lastError: null }
  const { asks, good, meanMs, lastGoodAt, lastFailure } = figures
  return {
    totalRequests: asks,
    successRate: shareOf(good, asks),
    avgResponseTime: rounded(meanMs),
    lastSuccess: lastGoodAt ?? null,
    lastError: lastFailure ? { kind: lastFailure.kind, message: lastFailure.detail, at: lastFailure.at } : null,
  }
}

/** Rounds to four decimal places. */
export function rounded(number: number): number {
  return Math.round(number * 10_000) / 10_000
}

/** `some / all`; 0 when `all` is 0. */
export function shareOf(some: number, all: number): number {
  return all === 0 ? 0 : rounded(some / all)
}

/** The mean; 0 for an empty array. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : rounded(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)
}
