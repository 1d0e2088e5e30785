// Converts lists to the response shapes of the contract.
import type { BatchResult, HotListItem, HotResult, SourceRecord } from '../contract/hotlist.ts'
import { round4 } from '../upstream/stats/source-metrics.ts'
import type { HotList } from './build-lists.ts'
import type { ListAnswer, ListFailure, VisibleItems } from './lists.ts'
import type { ListItem } from './sanitize-items.ts'

export const unknownSourceMessage = 'unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources'

export function toSourceRecord({ id, family, name, title, pinyin, ...list }: HotList): SourceRecord {
  const { home, type, interval, isEnabled, column, color } = list
  const named = title === undefined ? { id, name } : { id, name, title }
  const pinyinField = pinyin === undefined ? {} : { pinyin }
  return { ...named, ...pinyinField, family, home, type, interval, enabled: isEnabled, column, color }
}

export function toItems(items: VisibleItems, limit = Number.POSITIVE_INFINITY): HotListItem[] {
  return items.flatMap((item, index) => (item ? [toItem(item, index + 1)] : [])).slice(0, limit)
}

export function countItems(items: VisibleItems): number {
  return items.reduce((count, item) => count + Number(item !== undefined), 0)
}

function toItem({ id, title, url, mobileUrl, pubDate, hot, ...more }: ListItem, rank: number): HotListItem {
  const { gained: diff, arrival, since, ...words } = more
  const movement = arrival ?? directionOf(diff)
  const extra = Object.keys(more).length === 0 ? undefined : { ...words, diff, movement, since }
  return { id, title, url, mobileUrl, pubDate, rank, hot, extra }
}

function directionOf(gained = 0): 'up' | 'down' | undefined {
  if (gained === 0) return undefined
  return gained > 0 ? 'up' : 'down'
}

export function isSuccess({ at }: ListAnswer): boolean {
  return at !== undefined
}

export function toState({ items, at, isCached, isStale, failure }: ListAnswer, limit: number) {
  const data = toItems(items, limit)
  return {
    data,
    count: data.length,
    cached: isCached,
    stale: isStale,
    updatedAt: at?.getTime() ?? null,
    ...(failure ? { error: toListError(failure) } : {}),
  }
}

export function toListError({ kind, detail, reason, retryAt }: ListFailure) {
  return { kind, message: detail, reason, ...(retryAt === undefined ? {} : { retryAt }) }
}

export function toBatchResult(answer: ListAnswer, limit: number): BatchResult {
  const { askedAs, list } = answer
  return { id: askedAs, name: list.name, success: isSuccess(answer), ...toState(answer, limit) }
}

export function toHotResult(answer: ListAnswer, limit: number): HotResult {
  const { data, count, ...state } = toState(answer, limit)
  return { id: answer.askedAs, success: isSuccess(answer), items: data, count, responseTime: answer.tookMs, ...state }
}

export function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : round4(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)
}
