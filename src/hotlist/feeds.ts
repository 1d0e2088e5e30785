// Lists, columns, stories and risers as feeds; and the addresses of list feeds by column, for OPML.
import type { columns, HotListItem } from '../contract/hotlist.ts'
import type { Riser } from '../contract/hotlist-history.ts'
import type { TrendStory } from '../contract/hotlist-trends.ts'
import { type Feed, type FeedItem, feedId, newestAt } from '../http/feeds/feed.ts'
import type { OpmlGroup } from '../http/feeds/render-opml.ts'
import type { HotList } from './build-lists.ts'
import type { ListAnswer, Lists } from './lists.ts'
import { toItems } from './to-contract.ts'

type Column = (typeof columns)[number]

const columnTitles: Readonly<Record<Column, string>> = {
  china: '国内',
  world: '国际',
  tech: '科技',
  finance: '财经',
  sports: '体育',
  entertainment: '娱乐',
  game: '游戏',
  community: '社区',
  science: '科学',
  life: '生活',
}

/** A list with items, and the time at which its site returned them. */
type FetchedList = ListAnswer & { readonly at: Date }

export function isFetched(answer: ListAnswer): answer is FetchedList {
  return answer.at !== undefined
}

export function listFeed({ list, items, at }: FetchedList): Feed {
  return {
    id: feedId('list', list.id),
    title: titleOf(list),
    description: `${titleOf(list)}: ${list.home}`,
    home: list.home,
    updatedAt: at.getTime(),
    interval: list.interval,
    items: toItems(items, Number.POSITIVE_INFINITY).map((item) => feedItem(item, list.id, at.getTime())),
  }
}

/** The newest items of the lists of a column. */
export function columnFeed(column: Column, answers: readonly FetchedList[], limit: number, origin: string): Feed {
  const items = answers.flatMap((answer) =>
    listFeed(answer).items.map((item) => ({ ...item, author: item.author ?? titleOf(answer.list) })),
  )
  const title = `Trawl · ${columnTitles[column]}`
  return {
    id: feedId('column', column),
    title,
    description: `${title}: ${answers.map(({ list }) => titleOf(list)).join(', ')}`,
    home: `${origin}/hot?topic=${column}`,
    updatedAt: Math.max(...answers.map(({ at }) => at.getTime())),
    items: items.sort((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0)).slice(0, limit),
  }
}

/** An item of a list; without a time of its own, the time since when it is on the list. */
function feedItem({ id, title, url, pubDate, extra = {} }: HotListItem, list: string, listedAt: number): FeedItem {
  const publishedAt = pubDate ?? extra.since ?? listedAt
  return { id: feedId('list', list, id), title, url, summary: extra.hover, image: extra.icon, publishedAt }
}

export function storyFeed(stories: readonly TrendStory[], titles: ListTitles, origin: string): Feed {
  const items = stories.map(({ id, title, items, firstSeen }) => ({
    id: feedId('story', id),
    title,
    url: items[0]?.url ?? origin,
    publishedAt: firstSeen,
    links: items.map((item) => ({ text: `${titles(item.source)}: ${item.title}`, url: item.url })),
  }))
  const title = 'Trawl · 综合热榜'
  const description = 'Stories that several platforms report'
  return { id: feedId('trends'), title, description, home: `${origin}/hot`, updatedAt: newestAt(items), items }
}

export function riserFeed(risers: readonly Riser[], titles: ListTitles, origin: string): Feed {
  const items = risers.map(({ id, item, updatedAt }) => ({ ...feedItem(item, id, updatedAt), author: titles(id) }))
  const title = 'Trawl · 上升最快'
  const description = 'The fastest risers of all lists'
  return { id: feedId('risers'), title, description, home: `${origin}/hot`, updatedAt: newestAt(items), items }
}

/** The title of the list with this id. */
export type ListTitles = (id: string) => string

export function createListTitles({ find }: Pick<Lists, 'find'>): ListTitles {
  return (id) => {
    const list = find(id)
    return list ? titleOf(list) : id
  }
}

/** The feeds of these lists by column; `others` are feeds that belong to no column. */
export function listGroups(lists: readonly HotList[], origin: string): OpmlGroup[] {
  return [...Map.groupBy(lists, ({ column }) => column)].map(([column, ofColumn]) => ({
    title: columnTitles[column],
    feeds: ofColumn.map((list) => {
      return { title: titleOf(list), url: `${origin}/feeds/list/${list.id}.rss`, home: list.home }
    }),
  }))
}

function titleOf({ name, title }: Pick<HotList, 'name' | 'title'>): string {
  return title === undefined ? name : `${name} · ${title}`
}
