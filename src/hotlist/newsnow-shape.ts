// Lists in NewsNow's words.
import { mostNewsNowItems, type NewsNowItem, type NewsNowList } from '../contract/newsnow.ts'
import type { ListAnswer } from './lists.ts'
import { itemsOf } from './shape.ts'

/** A list that gave something, now or earlier; undefined of one that did not. */
export function newsNowListOf({ askedAs, at, isStale, items }: ListAnswer): NewsNowList | undefined {
  if (at === undefined) return undefined
  const shown = itemsOf(items, mostNewsNowItems).map(({ rank: _rank, hot: _hot, ...item }): NewsNowItem => item)
  return { status: isStale ? 'cache' : 'success', id: askedAs, updatedTime: at.getTime(), items: shown }
}
