// Resolves and fetches the one list of a request, with the HTTP errors for unknown, disabled and failing lists.
import { RequestError } from '../http/errors.ts'
import { envelope } from '../http/json.ts'
import { createCachedJson, type ResponseCache } from '../http/response-cache/response-cache.ts'
import { closestKey } from '../parsing/validation-errors.ts'
import { createVersionReads } from '../upstream/cache/versions.ts'
import type { HotList } from './build-lists.ts'
import {
  type ListAnswer,
  type ListRequestOptions,
  type Lists,
  noAsk,
  type ResponseFreshness,
  responseFreshness,
} from './lists.ts'
import { toListError, toSourceRecord, unknownSourceMessage } from './to-contract.ts'

type Respond = Parameters<ResponseCache['respond']>
type Exchange = [request: Respond[0], reply: Respond[1]]

export interface ListRouteOptions {
  readonly lists: Lists
  readonly responseCache: Pick<ResponseCache, 'respond'>
  /** Admits a forced refresh. @throws RequestError 429 when the client's rate limit is exceeded, 503 when the service is overloaded. */
  readonly forced?: ((...exchange: Exchange) => void) | undefined
  readonly epochMs: () => number
}

export type ListRoute = { Params: { id: string } }

/** A request for one list; `find` throws when there is no such list, and `key` is the cache key. */
interface ListRequest {
  readonly force: boolean
  readonly find: () => HotList
  readonly key: (list: HotList) => object
  readonly status?: 502
}

/** Creates a function that answers a request for one list with what `toBody` makes of the list; undefined: it failed. */
export function createListSender(options: ListRouteOptions) {
  const send = createCachedJson(options)
  return (
    [request, reply]: Exchange,
    { force, find, key, status }: ListRequest,
    toBody: (answer: ListAnswer) => object | undefined,
  ) => {
    if (force) options.forced?.(request, reply)
    const list = requireEnabled(find())
    return send(request, reply, { label: 'lists', key: force ? undefined : key(list) }, async (signal) => {
      const { answer, freshness } = await fetchList(list, { force, signal }, options)
      const body = toBody(answer)
      if (!body) throw listFailedError(answer, status)
      return { body, ...freshness }
    })
  }
}

type Content<Answer> = Answer extends unknown ? Omit<Answer, 'apiVersion' | 'timestamp'> : never

/** Creates a function that answers with what `make` returns in an envelope, never from the response cache. */
export function createUncachedSender(options: Pick<ListRouteOptions, 'responseCache' | 'epochMs'>, label: string) {
  const send = createCachedJson(options)
  return <Answer>(request: Exchange[0], reply: Exchange[1], make: () => Promise<Content<Answer>>) =>
    send(request, reply, { label, key: undefined }, async () => {
      const head = envelope(options.epochMs())
      return { body: { ...head, ...(await make()) }, ...noAsk }
    })
}

export async function fetchList(
  list: HotList,
  options: Pick<ListRequestOptions, 'force' | 'signal'>,
  { lists, epochMs }: Pick<ListRouteOptions, 'lists' | 'epochMs'>,
): Promise<{ readonly answer: ListAnswer; readonly freshness: ResponseFreshness }> {
  const versionReads = createVersionReads(epochMs)
  const answer = await lists.one(list, { ...options, versionReads })
  return { answer, freshness: responseFreshness([answer], versionReads, epochMs()) }
}

export function findListOr404(id: string, lists: Pick<Lists, 'find' | 'all'>): HotList {
  const list = lists.find(id)
  if (list) return list
  const near = closestKey(
    id,
    lists.all.map((one) => one.id),
  )
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  throw new RequestError(404, `source: ${unknownSourceMessage}${hint}`, { code: 'SOURCE_NOT_FOUND' })
}

/** Returns the list if it is enabled. @throws RequestError 503. */
export function requireEnabled(list: HotList): HotList {
  if (list.isEnabled) return list
  throw new RequestError(
    503,
    `source: ${list.id} is off, by ENABLED_SOURCES, DISABLED_SOURCES or an administrator; its page is ${list.home}`,
    { code: 'SOURCE_DISABLED', details: { source: list.id }, fields: { source: toSourceRecord(list) } },
  )
}

/** The error for a list without current or earlier items. */
export function listFailedError(
  { list, failure }: ListAnswer,
  status: 502 | 504 = failure?.kind === 'timeout' ? 504 : 502,
): RequestError {
  const error = toListError(failure ?? { kind: 'mismatch', detail: 'no answer' })
  const retryNote = error.retryAt === undefined ? '' : `; next attempt at ${new Date(error.retryAt).toISOString()}`
  const problem = `could not be fetched (${error.kind}: ${error.message}), and no earlier list is cached`
  return new RequestError(status, `source: ${list.id} ${problem}${retryNote}`, {
    details: { source: list.id, ...error },
    fields: { source: toSourceRecord(list) },
  })
}
