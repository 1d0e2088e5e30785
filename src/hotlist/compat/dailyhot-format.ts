// Converts lists to DailyHotApi's response format.
import type { DailyHotItem, DailyHotList } from '../../contract/dailyhot.ts'
import type { HotListItem } from '../../contract/hotlist.ts'
import type { HotList } from '../build-lists.ts'
import type { ListAnswer } from '../lists.ts'
import { countItems, toItems } from '../to-contract.ts'
import type { DailyHotName } from './dailyhot-names.ts'

/** Converts an answer, with at most `limit` items; undefined when there is no current or earlier list. */
export function toDailyHotList(
  answer: ListAnswer,
  { name, params }: Pick<DailyHotName, 'name' | 'params'>,
  limit: number | undefined,
): DailyHotList | undefined {
  const { list, items, at, isCached, isStale } = answer
  if (at === undefined) return undefined
  const data = toItems(items, limit ?? countItems(items)).map(toDailyHotItem)
  const message = statusMessage(answer, at)
  return {
    code: 200,
    name,
    ...titleAndType(list),
    ...(Object.keys(params).length === 0 ? {} : { params }),
    link: list.home,
    total: data.length,
    updateTime: at.toISOString(),
    fromCache: isCached || isStale,
    ...(message === undefined ? {} : { message }),
    data,
  }
}

/** DailyHotApi's `title` is the site, and its `type` the list. */
function titleAndType({ name, title, type }: HotList) {
  return { title: name, type: title ?? (type === 'hottest' ? '热榜' : '最新') }
}

function statusMessage({ list, isStale, failure }: ListAnswer, at: Date): string | undefined {
  const why = failure && `${list.id} could not be fetched (${failure.kind}: ${failure.detail})`
  if (isStale) return `this list is from ${at.toISOString()}${why ? `: ${why}` : '; it is being refreshed'}`
  return why && `this list is incomplete: ${why}`
}

function toDailyHotItem({ id, title, url, mobileUrl = url, pubDate, hot, extra = {} }: HotListItem): DailyHotItem {
  const desc = extra.hover ?? extra.info
  return {
    id,
    title,
    ...(extra.icon === undefined ? {} : { cover: extra.icon }),
    ...(desc === undefined ? {} : { desc }),
    ...(hot === undefined ? {} : { hot }),
    ...(pubDate === undefined ? {} : { timestamp: pubDate }),
    url,
    mobileUrl,
  }
}
