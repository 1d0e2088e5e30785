// Routes compatible with DailyHotApi: each list at `/<name>`, the index at `/all`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DailyHotList, type DailyHotRoutes, dailyHotRequest } from '../contract/dailyhot.ts'
import { RequestError } from '../http/errors.ts'
import { parse, readQuery } from '../http/params.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import { routeOf } from '../http/request-log.ts'
import { pathOf } from '../http/target.ts'
import type { HotList } from './accept-family.ts'
import { createDailyHotNames, type DailyHotName, type DailyHotNames } from './dailyhot-names.ts'
import { dailyHotListOf, titleOf } from './dailyhot-shape.ts'
import type { Lists } from './lists.ts'
import { askOne, enabled, failed } from './one-list.ts'
import { lasting } from './standing.ts'

/** Dependencies of the DailyHotApi routes. */
export interface DailyHotDoors {
  readonly lists: Lists
  readonly ready: Pick<ReadyAnswers, 'send'>
  /** Path prefix: `/` or a path. The routes are disabled without it. */
  readonly dailyHotPrefix?: string | undefined
  /** Admits a forced refresh. @throws RequestError 429 when the client's rate limit is exceeded, 503 when the service is overloaded. */
  readonly forced?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

const jsonType = 'application/json; charset=utf-8'
/** The type that DailyHotApi sends: feed readers accept it and browsers display it. */
const feedType = 'application/xml; charset=utf-8'
const what = 'lists'
const keysOfAll = ['limit', 'rss', 'cache']
/** No list has more items; larger limits share one cache entry. */
const mostItems = 50

/** Registers the routes. Unknown names fall through to the other routes, as do other methods. */
export function dailyHotRoutes(app: FastifyInstance, doors: DailyHotDoors): void {
  if (doors.dailyHotPrefix === undefined) return
  const prefix = doors.dailyHotPrefix.replace(/\/$/, '')
  const names = createDailyHotNames(doors.lists)
  const nameIn = nameReader(prefix, names)
  app.addConstraintStrategy({
    name: 'hotList',
    storage: storageOfOne,
    deriveConstraint: ({ url = '' }) => (nameIn(pathOf(url)) ? 'known' : ''),
  })
  const options = {
    constraints: { hotList: 'known' },
    config: { takesOnly: (path: string) => nameIn(path) !== undefined },
  }
  app.get<{ Params: { id: string } }>(`${prefix}/:id`, options, createAnswer(names, doors))
  const isOther = (url: string) => app.hasRoute({ method: 'GET', url })
  app.get(`${prefix}/all`, (request, reply) =>
    doors.ready.send(request, reply, { what, key: `${prefix}/all` }, async () => ({
      ...{ ...lasting, tookMs: 0, type: jsonType },
      text: JSON.stringify(routesOf(names, prefix, isOther)),
    })),
  )
}

/** Returns a lookup from a path, with or without a trailing slash, to its name. */
function nameReader(prefix: string, names: DailyHotNames) {
  return (path: string): DailyHotName | undefined =>
    path.startsWith(`${prefix}/`) ? names.find(path.slice(prefix.length + 1).replace(/\/$/, '')) : undefined
}

/** Storage for the router's constraint `hotList`, which has a single value. */
function storageOfOne<Kept>() {
  const kept = new Map<string, Kept>()
  return {
    get: (value: string) => kept.get(value) ?? null,
    set(value: string, one: Kept): void {
      kept.set(value, one)
    },
  }
}

function createAnswer(names: DailyHotNames, doors: DailyHotDoors) {
  return async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const name = names.find(request.params.id)
    if (!name) throw new RequestError(404, `path: unknown list ${request.params.id}`)
    const { limit, rss, cache, ...sent } = parse(dailyHotRequest, readQuery(request.url, [...keysOfAll, ...name.keys]))
    const list = enabled(name.choose(sent, new Date(doors.epochMs())))
    if (!cache) doors.forced?.(request, reply)
    const most = limit === undefined || limit >= mostItems ? undefined : limit
    const asked = { name: name.name, list: list.id, most, rss }
    const key = cache ? `${routeOf(request)} ${JSON.stringify(asked)}` : undefined
    return doors.ready.send(request, reply, { what, key }, async (signal) => {
      const began = doors.epochMs()
      const { answer, standing } = await askOne(list, { force: !cache, signal }, doors)
      const body = dailyHotListOf(answer, name, most)
      if (!body) throw failed(answer)
      const said = rss ? await feedOf(body, list) : { text: JSON.stringify(body), type: jsonType }
      return { ...said, ...standing, tookMs: doors.epochMs() - began }
    })
  }
}

/** The feed writer is loaded on first use: most installations serve no feeds. */
async function feedOf(body: DailyHotList, { interval }: HotList) {
  const { rssOf } = await import('./dailyhot-feed.ts')
  return { text: rssOf(body, interval), type: feedType }
}

/** `isOther` is true for paths of the service itself, which take precedence. */
function routesOf(names: DailyHotNames, prefix: string, isOther: (path: string) => boolean): DailyHotRoutes {
  const routes = names.all.map(({ name, list }) => {
    const path = `${prefix}/${name}`
    if (!list.isEnabled)
      return { name, message: `${titleOf(list).title} is disabled; add ${list.id} to ENABLED_SOURCES to enable it` }
    return isOther(path)
      ? { name, message: `${path} is a path of this service; the list is at /api/v1/sources/${list.id}` }
      : { name, path }
  })
  return { code: 200, count: routes.length, routes }
}
