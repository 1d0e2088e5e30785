// Converts lists to NewsNow's response format.
import { maxNewsNowItems, type NewsNowItem, type NewsNowList } from '../../contract/newsnow.ts'
import type { ListAnswer } from '../lists.ts'
import { toItems } from '../to-contract.ts'

/** Converts an answer; undefined when there is no current or earlier list. */
export function toNewsNowList({ askedAs, at, isStale, items }: ListAnswer): NewsNowList | undefined {
  if (at === undefined) return undefined
  const shown = toItems(items, maxNewsNowItems).map(({ rank: _rank, hot: _hot, ...item }): NewsNowItem => item)
  return { status: isStale ? 'cache' : 'success', id: askedAs, updatedTime: at.getTime(), items: shown }
}
