// Lists in DailyHotApi's words.
import type { DailyHotItem, DailyHotList } from '../contract/dailyhot.ts'
import type { Item } from '../contract/hotlist.ts'
import type { HotList } from './accept-family.ts'
import type { DailyHotName } from './dailyhot-names.ts'
import type { ListAnswer } from './lists.ts'
import { countOf, itemsOf } from './shape.ts'

/** A list that gave something, now or earlier, cut to `limit`; undefined of one that did not. */
export function dailyHotListOf(
  answer: ListAnswer,
  { name, params }: Pick<DailyHotName, 'name' | 'params'>,
  limit: number | undefined,
): DailyHotList | undefined {
  const { list, items, at, isCached, isStale } = answer
  if (at === undefined) return undefined
  const data = itemsOf(items, limit ?? countOf(items)).map(itemOf)
  const message = messageOf(answer, at)
  return {
    code: 200,
    name,
    ...titleOf(list),
    ...(Object.keys(params).length === 0 ? {} : { params }),
    link: list.home,
    total: data.length,
    updateTime: at.toISOString(),
    fromCache: isCached || isStale,
    ...(message === undefined ? {} : { message }),
    data,
  }
}

/** The site, and which of its lists it is: some of our names hold both. */
export function titleOf({ name, title, type }: Pick<HotList, 'name' | 'title' | 'type'>) {
  const at = name.lastIndexOf(' · ')
  if (title !== undefined) return { title: name, type: title }
  if (at > 0) return { title: name.slice(0, at), type: name.slice(at + 3) }
  return { title: name, type: type === 'hottest' ? '热榜' : '最新' }
}

function messageOf({ list, isStale, failure }: ListAnswer, at: Date): string | undefined {
  const why = failure && `${list.id} could not be asked (${failure.kind}: ${failure.detail})`
  if (isStale)
    return `this is the list as it was at ${at.toISOString()}${why ? `: ${why}` : '; it is being asked anew'}`
  return why && `this is a part of the list: ${why}`
}

function itemOf({ id, title, url, mobileUrl = url, pubDate, hot, extra = {} }: Item): DailyHotItem {
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
