// Feeds of lists, columns, stories and risers, and their addresses as OPML.
import type { FastifyInstance } from 'fastify'
import { columnNames, columns, type HotListColumn } from '../contract/columns.ts'
import {
  disabledList,
  listErrors,
  noHistory,
  unknownFormat,
  unknownList,
  wrongParameter,
  wrongWindow,
} from '../contract/example-errors.ts'
import { columnFeedRequest, opmlRequest } from '../contract/feeds.ts'
import type { HotListItem } from '../contract/hotlist.ts'
import { type Riser, risersRequest } from '../contract/hotlist-history.ts'
import { type TrendStory, trendsRequest } from '../contract/hotlist-trends.ts'
import { feedAnswers, notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import { type Feed, type FeedItem, feedId, newestAt } from '../http/feeds/feed.ts'
import type { OpmlGroup } from '../http/feeds/render-feed.ts'
import { addressForClient, createFeedSender } from '../http/feeds/send-feed.ts'
import { parseQuery } from '../http/params.ts'
import type { HotList } from './build-lists.ts'
import type { Risers } from './history/risers.ts'
import { type ListAnswer, type Lists, noAsk } from './lists.ts'
import { fetchList, findListOr404, type ListRouteOptions, listFailedError, requireEnabled } from './single-list.ts'
import { toItems } from './to-contract.ts'
import type { Trends } from './trends.ts'

const notModifiedSince = {
  status: 304,
  meaning: 'Not modified: the ETag in `If-None-Match`, or without one the time in `If-Modified-Since`, still matches.',
}
const format = '`rss`, `atom` or `json`.'

export const feedOperations = {
  listFeed: operation('feeds', '/feeds/list/{id}.{format}', 'A list as a feed', {
    description:
      'The items in the order of the list. A site that fails is no reason to fail: the last good list is served. An item without a time of its own has that since when it is on the list.',
    pathWords: { id: 'The id of a list, or of a site for its first list.', format },
    answers: [...feedAnswers, notModifiedSince],
    errors: { 404: [unknownList, unknownFormat], ...listErrors },
  }),
  columnFeed: operation('feeds', '/feeds/column/{name}.{format}', 'The lists of a column as a feed', {
    description: 'The newest items of all enabled lists of a column.',
    pathWords: {
      name: 'A column: china, world, tech, finance, sports, entertainment, game, community, science or life.',
      format,
    },
    query: columnFeedRequest,
    answers: [...feedAnswers, notModifiedSince],
    errors: {
      400: [wrongParameter('limit: must be an integer from 1 to 200')],
      404: [wrongParameter(`column: must be one of ${columns.join(', ')}`), unknownFormat],
      ...{ ...listErrors, 503: [disabledList] },
    },
  }),
  trendsFeed: operation('feeds', '/feeds/trends.{format}', 'Stories of several platforms as a feed', {
    description: 'The stories of `/api/v1/trends`, each with the addresses of its items. No site is asked.',
    pathWords: { format },
    query: trendsRequest,
    answers: [...feedAnswers, notModified],
    errors: { 400: [wrongWindow], 404: [unknownFormat] },
  }),
  risersFeed: operation('feeds', '/feeds/risers.{format}', 'The fastest risers as a feed', {
    description: 'The items of `/api/v1/risers`. No site is asked.',
    pathWords: { format },
    query: risersRequest,
    answers: [...feedAnswers, notModified],
    errors: { 400: [wrongWindow], 404: [unknownFormat], 503: [noHistory] },
  }),
  opml: operation('feeds', '/feeds/all.opml', 'The addresses of all list feeds', {
    description: 'OPML 2.0, which feed readers import: the enabled lists by column.',
    query: opmlRequest,
    answers: [{ status: 200, meaning: 'The addresses.', type: 'text/x-opml' }, notModified],
    errors: {
      400: [wrongParameter('lists: unknown list nosuch; GET /api/v1/sources lists all')],
      503: [disabledList],
    },
  }),
} satisfies Operations

interface FeedRouteOptions extends Omit<ListRouteOptions, 'forced'> {
  readonly trends: Trends
  readonly risers: Risers
}

/** How long the lists of a column are waited for; a later one takes part as it was. */
const columnDeadlineMs = 8_000
/** Allows all lists in parallel: each has its own upstream. */
const maxConcurrency = 256

export function feedRoutes(app: FastifyInstance, options: FeedRouteOptions): void {
  const { lists, trends, risers, responseCache } = options
  const sendFeed = createFeedSender(options)
  const titles = createListTitles(lists)
  app.get<{ Params: { id: string } }>(routePath(feedOperations.listFeed), (request, reply) => {
    const list = requireEnabled(findListOr404(request.params.id, lists))
    return sendFeed(request, reply, async (_base, signal) => {
      const { answer, freshness } = await fetchList(list, { force: false, signal }, options)
      if (!isFetched(answer)) throw listFailedError(answer)
      const { cache, ageMs } = freshness
      return { feed: listFeed(answer), freshness: { cache, ageMs, modifiedAt: answer.at.getTime() } }
    })
  })
  app.get<{ Params: { name: string } }>(routePath(feedOperations.columnFeed), (request, reply) => {
    const column = columnOf(request.params.name)
    const { limit } = parseQuery(request, columnFeedRequest)
    return sendFeed(request, reply, async (base, signal) => {
      const answers = await fetchColumn(column, signal, options)
      const feed = columnFeed(column, answers, limit, base)
      return { feed, freshness: { modifiedAt: feed.updatedAt } }
    })
  })
  app.get(routePath(feedOperations.trendsFeed), (request, reply) => {
    const query = parseQuery(request, trendsRequest)
    return sendFeed(request, reply, async (base) => ({
      feed: storyFeed((await trends(query)).stories, titles, base),
    }))
  })
  app.get(routePath(feedOperations.risersFeed), (request, reply) => {
    const query = parseQuery(request, risersRequest)
    return sendFeed(request, reply, async (base) => ({
      feed: riserFeed((await risers(query)).risers, titles, base),
    }))
  })
  app.get(routePath(feedOperations.opml), (request, reply) => {
    const found = opmlLists(parseQuery(request, opmlRequest).lists, lists)
    return responseCache.respond(request, reply, { label: 'feed', key: undefined }, async () => {
      const { opmlType, renderOpml } = await import('../http/feeds/render-feed.ts')
      const text = renderOpml('Trawl', listGroups(found, addressForClient(request)))
      return { ...noAsk, text, type: opmlType, tookMs: 0 }
    })
  })
}

/** @throws RequestError 404 if there is no such column. */
function columnOf(name: string): HotListColumn {
  const column = columns.find((one) => one === name)
  if (column) return column
  throw new RequestError(404, `column: must be one of ${columns.join(', ')}`, { details: { parameter: 'column' } })
}

/** The lists of a column that have items. @throws (rejects) RequestError 502 or 504 when none has, 503 when all are off. */
async function fetchColumn(column: string, signal: AbortSignal, { lists }: Pick<FeedRouteOptions, 'lists'>) {
  const ofColumn = lists.all.filter((list) => list.column === column)
  const ids = ofColumn.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)
  const [first] = ofColumn
  if (ids.length === 0 && first) requireEnabled(first)
  const answers: ListAnswer[] = []
  const waiting = { force: false, deadlineMs: columnDeadlineMs, parallel: maxConcurrency, signal }
  for await (const answer of lists.many(ids, waiting)) answers.push({ ...answer, items: lists.shown(answer.items) })
  const fetched = answers.filter(isFetched)
  const [failed] = answers
  if (fetched.length === 0 && failed) throw listFailedError(failed)
  return fetched.sort((one, other) => ids.indexOf(one.askedAs) - ids.indexOf(other.askedAs))
}

/** The lists with these ids, by default all that are on. @throws RequestError 400 for an unknown id, 503 when all are off. */
function opmlLists(ids: readonly string[] | undefined, { all, find }: FeedRouteOptions['lists']): readonly HotList[] {
  const unknown = ids?.find((id) => !find(id))
  if (unknown !== undefined) throw badRequest('lists', `unknown list ${unknown}; GET /api/v1/sources lists all`)
  const found = new Set(ids?.flatMap((id) => find(id) ?? []) ?? all)
  const enabled = [...found].filter(({ isEnabled }) => isEnabled)
  const [first] = found
  if (enabled.length === 0 && first) requireEnabled(first)
  return enabled
}

/** A list with items, and the time at which its site returned them. */
type FetchedList = ListAnswer & { readonly at: Date }

function isFetched(answer: ListAnswer): answer is FetchedList {
  return answer.at !== undefined
}

function listFeed({ list, items, at }: FetchedList): Feed {
  return {
    id: feedId('list', list.id),
    title: titleOf(list),
    description: `${titleOf(list)}: ${list.home}`,
    home: list.home,
    updatedAt: at.getTime(),
    interval: list.interval,
    items: toItems(items).map((item) => feedItem(item, list.id, at.getTime())),
  }
}

function columnFeed(column: HotListColumn, answers: readonly FetchedList[], limit: number, base: string): Feed {
  const items = answers.flatMap((answer) =>
    listFeed(answer).items.map((item) => ({ ...item, author: item.author ?? titleOf(answer.list) })),
  )
  const title = `Trawl · ${columnNames[column][0]}`
  return {
    id: feedId('column', column),
    title,
    description: `${title}: ${answers.map(({ list }) => titleOf(list)).join(', ')}`,
    home: `${base}/hot?topic=${column}`,
    updatedAt: Math.max(...answers.map(({ at }) => at.getTime())),
    items: items.sort((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0)).slice(0, limit),
  }
}

/** An item of a list; without a time of its own, the time since when it is on the list. */
function feedItem({ id, title, url, pubDate, extra = {} }: HotListItem, list: string, listedAt: number): FeedItem {
  const publishedAt = pubDate ?? extra.since ?? listedAt
  return { id: feedId('list', list, id), title, url, summary: extra.hover, image: extra.icon, publishedAt }
}

function storyFeed(stories: readonly TrendStory[], titles: ListTitles, base: string): Feed {
  const items = stories.map(({ id, title, items, firstSeen }) => ({
    id: feedId('story', id),
    title,
    url: items[0]?.url ?? base,
    publishedAt: firstSeen,
    links: items.map((item) => ({ text: `${titles(item.source)}: ${item.title}`, url: item.url })),
  }))
  const title = 'Trawl · 综合热榜'
  const description = 'Stories that several platforms report'
  return { id: feedId('trends'), title, description, home: `${base}/hot`, updatedAt: newestAt(items), items }
}

function riserFeed(risers: readonly Riser[], titles: ListTitles, base: string): Feed {
  const items = risers.map(({ id, item, updatedAt }) => ({ ...feedItem(item, id, updatedAt), author: titles(id) }))
  const title = 'Trawl · 上升最快'
  const description = 'The fastest risers of all lists'
  return { id: feedId('risers'), title, description, home: `${base}/hot`, updatedAt: newestAt(items), items }
}

type ListTitles = (id: string) => string

function createListTitles({ find }: Pick<Lists, 'find'>): ListTitles {
  return (id) => titleOf(find(id) ?? { name: id })
}

/** The feeds of these lists by column; `others` are feeds that belong to no column. */
function listGroups(lists: readonly HotList[], base: string): OpmlGroup[] {
  return [...Map.groupBy(lists, ({ column }) => column)].map(([column, ofColumn]) => ({
    title: columnNames[column][0],
    feeds: ofColumn.map((list) => {
      return { title: titleOf(list), url: `${base}/feeds/list/${list.id}.rss`, home: list.home }
    }),
  }))
}

function titleOf({ name, title }: Pick<HotList, 'name' | 'title'>): string {
  return title === undefined ? name : `${name} · ${title}`
}
