// Routes compatible with DailyHotApi: each list at `/<name>`, the index at `/all`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type DailyHotItem,
  type DailyHotList,
  type DailyHotRoutes,
  dailyHotList,
  dailyHotRequest,
  dailyHotRoutesAnswer,
} from '../contract/dailyhot.ts'
import { listErrors, wrongParameter } from '../contract/example-errors.ts'
import type { HotListItem } from '../contract/hotlist.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { RequestError } from '../http/errors.ts'
import { routeOf } from '../http/logging/request-log.ts'
import { readQuery, validate } from '../http/params.ts'
import { targetPath } from '../http/request-target.ts'
import type { HotList } from './build-lists.ts'
import { createDailyHotNames, type DailyHotName, type DailyHotNames } from './compat/dailyhot-names.ts'
import { type ListAnswer, type Lists, noAsk } from './lists.ts'
import { fetchList, type ListRouteOptions, listFailedError, requireEnabled } from './single-list.ts'
import { toItems } from './to-contract.ts'

export const dailyHotOperations = {
  dailyHotRoutes: operation('other clients', '/all', 'All lists, DailyHotApi-compatible', {
    description: 'This path and `/{id}` are at the root unless `DAILYHOT_PREFIX` is set.',
    answers: [{ status: 200, meaning: 'The lists.', schema: dailyHotRoutesAnswer }, notModified],
  }),
  dailyHotList: operation('other clients', '/{id}', 'One list, DailyHotApi-compatible', {
    pathWords: {
      id: 'A name of DailyHotApi, or the id of a list. The same text may mean another list on other paths.',
    },
    query: dailyHotRequest,
    answers: [
      { status: 200, meaning: 'The list.', schema: dailyHotList },
      { status: 200, meaning: 'The list as an RSS feed.', type: 'application/xml' },
      notModified,
    ],
    errors: {
      400: [wrongParameter('limit: must be a whole number from 1 up')],
      404: [{ message: 'path: there is no /nosuch; GET / lists what there is' }],
      ...listErrors,
    },
  }),
} satisfies Operations

export interface DailyHotRouteOptions extends ListRouteOptions {
  /** Path prefix: `/` or a path. The routes are disabled without it. */
  readonly dailyHotPrefix?: string | undefined
}

const jsonType = 'application/json; charset=utf-8'
/** The type that DailyHotApi sends: feed readers accept it and browsers display it. */
const feedType = 'application/xml; charset=utf-8'
const label = 'lists'
const sharedKeys = ['limit', 'rss', 'cache']
/** No list has more items; larger limits share one cache entry. */
const maxItems = 50

/** Registers the routes. Unknown names fall through to the other routes, as do other methods. */
export function dailyHotRoutes(app: FastifyInstance, routeOptions: DailyHotRouteOptions): void {
  if (routeOptions.dailyHotPrefix === undefined) return
  const prefix = routeOptions.dailyHotPrefix.replace(/\/$/, '')
  const names = createNamesReader(routeOptions.lists)
  const findName = nameReader(prefix, names)
  app.addConstraintStrategy({
    name: 'hotList',
    storage() {
      const byValue = new Map()
      return { get: (value) => byValue.get(value) ?? null, set: (value, route) => void byValue.set(value, route) }
    },
    deriveConstraint: ({ url = '' }) => (findName(targetPath(url)) ? 'known' : ''),
  })
  const options = {
    constraints: { hotList: 'known' },
    config: { matchesPath: (path: string) => findName(path) !== undefined },
  }
  app.get<{ Params: { id: string } }>(
    `${prefix}${routePath(dailyHotOperations.dailyHotList)}`,
    options,
    createListHandler(names, routeOptions),
  )
  const indexPath = `${prefix}${routePath(dailyHotOperations.dailyHotRoutes)}`
  const isServicePath = (url: string) => app.hasRoute({ method: 'GET', url })
  app.get(indexPath, (request, reply) =>
    routeOptions.responseCache.respond(request, reply, { label, key: indexPath }, async () => ({
      ...{ ...noAsk, stamp: routeOptions.lists.stamp(), tookMs: 0, type: jsonType },
      text: JSON.stringify(listRoutes(names(), prefix, isServicePath)),
    })),
  )
}

function createNamesReader(lists: Lists): () => DailyHotNames {
  let [all, names] = [lists.all, createDailyHotNames(lists)]
  return () => {
    if (all !== lists.all) [all, names] = [lists.all, createDailyHotNames(lists)]
    return names
  }
}

function nameReader(prefix: string, names: () => DailyHotNames) {
  return (path: string): DailyHotName | undefined =>
    path.startsWith(`${prefix}/`) ? names().find(path.slice(prefix.length + 1).replace(/\/$/, '')) : undefined
}

function createListHandler(names: () => DailyHotNames, routeOptions: DailyHotRouteOptions) {
  return async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const name = names().find(request.params.id)
    if (!name) throw new RequestError(404, `path: unknown list ${request.params.id}`)
    const { limit, rss, cache, ...sent } = validate(
      dailyHotRequest,
      readQuery(request.url, [...sharedKeys, ...name.keys]),
    )
    const list = requireEnabled(name.choose(sent, new Date(routeOptions.epochMs())))
    if (!cache) routeOptions.forced?.(request, reply)
    const maxCount = limit === undefined || limit >= maxItems ? undefined : limit
    const asked = { name: name.name, list: list.id, most: maxCount, rss }
    const key = cache ? `${routeOf(request)} ${JSON.stringify(asked)}` : undefined
    return routeOptions.responseCache.respond(request, reply, { label, key }, async (signal) => {
      const startedAt = routeOptions.epochMs()
      const { answer, freshness } = await fetchList(list, { force: !cache, signal }, routeOptions)
      const body = toDailyHotList(answer, name, maxCount)
      if (!body) throw listFailedError(answer)
      const content = rss ? await renderFeed(body, list) : { text: JSON.stringify(body), type: jsonType }
      return { ...content, ...freshness, tookMs: routeOptions.epochMs() - startedAt }
    })
  }
}

/** The feed writer is loaded on first use: most installations serve no feeds. */
async function renderFeed(body: DailyHotList, { interval }: HotList) {
  const { toDailyHotRss } = await import('../http/feeds/render-feed.ts')
  return { text: toDailyHotRss(body, interval), type: feedType }
}

/** `isServicePath` is true for paths of the service itself, which take precedence. */
function listRoutes(names: DailyHotNames, prefix: string, isServicePath: (path: string) => boolean): DailyHotRoutes {
  const routes = names.all.map(({ name, list }) => {
    const path = `${prefix}/${name}`
    if (!list.isEnabled)
      return { name, message: `${list.name} is disabled; add ${list.id} to ENABLED_SOURCES to enable it` }
    return isServicePath(path)
      ? { name, message: `${path} is a path of this service; the list is at /api/v1/sources/${list.id}` }
      : { name, path }
  })
  return { code: 200, count: routes.length, routes }
}

function toDailyHotList(
  answer: ListAnswer,
  { name, params }: Pick<DailyHotName, 'name' | 'params'>,
  limit: number | undefined,
): DailyHotList | undefined {
  const { list, items, at, isCached, isStale } = answer
  if (at === undefined) return undefined
  const data = toItems(items, limit).map(toDailyHotItem)
  const updateTime = at.toISOString()
  const fromCache = isCached || isStale
  const found = { total: data.length, updateTime, fromCache, message: statusMessage(answer, at), data }
  const shown = Object.keys(params).length === 0 ? undefined : params
  // DailyHotApi's `title` is the site, and its `type` the list.
  const type = list.title ?? (list.type === 'hottest' ? '热榜' : '最新')
  return { code: 200, name, title: list.name, type, params: shown, link: list.home, ...found }
}

function statusMessage({ list, isStale, failure }: ListAnswer, at: Date): string | undefined {
  const why = failure && `${list.id} could not be fetched (${failure.kind}: ${failure.detail})`
  if (isStale) return `this list is from ${at.toISOString()}${why ? `: ${why}` : '; it is being refreshed'}`
  return why && `this list is incomplete: ${why}`
}

function toDailyHotItem({ id, title, url, mobileUrl = url, pubDate, hot, extra = {} }: HotListItem): DailyHotItem {
  const desc = extra.hover ?? extra.info
  return { id, title, cover: extra.icon, desc, hot, timestamp: pubDate, url, mobileUrl }
}
