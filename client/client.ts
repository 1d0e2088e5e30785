// createClient(options): a typed client for every operation of a Trawl server, for browsers and Node, without dependencies.

import { cancellable } from './cancellable-stream.ts'
import { type AskOptions, type ClientOptions, createRequester } from './request.ts'
import { streamListMessages, streamSearchEvents } from './streams.ts'
import type {
  BatchAnswer,
  CheckItem,
  CheckResponse,
  FindAnswer,
  FindQuery,
  HealthResponse,
  HistoryAnswer,
  HistoryQuery,
  LatestAnswer,
  ListAtAnswer,
  ListChangesAnswer,
  ListEventsQuery,
  ListQuery,
  LoginResponse,
  RisersAnswer,
  RisersQuery,
  SearchEvent,
  SearchRequest,
  SearchResponseTo,
  SourceAnswer,
  SourcesAnswer,
  SourcesQuery,
  StatusAnswer,
  StreamMessage,
  SuggestAnswer,
  SuggestQuery,
  TrendsAnswer,
  TrendsQuery,
  WorkResponse,
} from './types.ts'
import { queryOf } from './url.ts'

export type { AskOptions, ClientOptions } from './request.ts'
export { TrawlError } from './trawl-error.ts'
export type * from './types.ts'

/**
 * A client for one server. Every method rejects with TrawlError when there is no answer, and with the signal's reason when it aborts.
 * The client neither retries nor caches: the service does both.
 */
export interface Client {
  /** Searches for links, or with `res: 'works'` for works. `meta.complete` is false if sources were late; searching again a little later includes them. */
  search<const Request extends SearchRequest>(
    request: Request,
    options?: AskOptions,
  ): Promise<SearchResponseTo<Request>>
  /**
   * Streams a search: `start`, `source` for each finished source, `links` or `works`, and `results`, as they arrive, `end`. Leaving the loop cancels
   * the search.
   */
  searchEvents(request: SearchRequest, options?: AskOptions): AsyncGenerator<SearchEvent>
  /** Returns the work with this key, with all its links in the archive. */
  work(key: string, options?: AskOptions): Promise<WorkResponse>
  /** Suggests titles of works for a part of a title, or similar ones. */
  suggest(query: SuggestQuery, options?: AskOptions): Promise<SuggestAnswer>
  /** Lists the available hot lists. */
  sources(query?: SourcesQuery, options?: AskOptions): Promise<SourcesAnswer>
  /** Returns one hot list. */
  list(id: string, query?: ListQuery, options?: AskOptions): Promise<SourceAnswer>
  /** Returns several hot lists in the order of `ids`, each with its own success or error. */
  lists(ids: readonly string[], query?: ListQuery, options?: AskOptions): Promise<BatchAnswer>
  /**
   * Streams several hot lists: for each `start`, `data` in chunks and `end`, or `error`. With `follow` the stream continues and sends every
   * list that changes; it ends only when the loop is left, or with TrawlError.
   */
  listEvents(ids: readonly string[], query?: ListEventsQuery, options?: AskOptions): AsyncGenerator<StreamMessage>
  /** Searches the cached items of all hot lists. */
  find(query: FindQuery, options?: AskOptions): Promise<FindAnswer>
  /** Returns the stories that several platforms report. */
  trends(query?: TrendsQuery, options?: AskOptions): Promise<TrendsAnswer>
  /** Returns the items of all lists that gained the most ranks. Needs a history, as do the next three. */
  risers(query?: RisersQuery, options?: AskOptions): Promise<RisersAnswer>
  /** Returns the items of a span of a list's history, or the points of one item. */
  history(id: string, query?: HistoryQuery, options?: AskOptions): Promise<HistoryAnswer>
  /** Returns a list as it stood at a time: epoch milliseconds, or ISO 8601 with its zone. */
  at(id: string, time: number | string, options?: AskOptions): Promise<ListAtAnswer>
  /** Returns what appeared in a list, left or moved since a time. */
  changes(id: string, since: number | string, options?: AskOptions): Promise<ListChangesAnswer>
  /** Checks whether shares still exist; results are in the order of the items. */
  check(items: readonly CheckItem[], options?: AskOptions): Promise<CheckResponse>
  /** Returns the searchable channels and plugins. Needs no key. */
  health(options?: AskOptions): Promise<HealthResponse>
  /** Returns the state of the service and of each source. */
  status(options?: AskOptions): Promise<StatusAnswer>
  /** Returns the version of the server. Needs no key. */
  version(options?: AskOptions): Promise<LatestAnswer>
  /** Logs in, if logins are enabled; the client sends the token with all further requests. */
  login(username: string, password: string, options?: AskOptions): Promise<LoginResponse>
}

/** Longer queries are sent as a body, because servers and proxies limit the length of URLs. */
const maxQueryLength = 8_192

/** Creates a client for the server at `url`. @throws TypeError when the URL is invalid or the key cannot be sent in a header. */
export function createClient(options: ClientOptions): Client {
  const requester = createRequester(options)
  return {
    search(request, askOptions) {
      const query = queryOf(request)
      if (query.length > maxQueryLength) return requester.post('/api/search', request, askOptions)
      return requester.get(`/api/search${query}`, askOptions)
    },
    searchEvents: (request, { signal } = {}) =>
      cancellable((leaving) => streamSearchEvents(requester, request, leaving), signal),
    work: (key, askOptions) => requester.get(`/api/v1/works/${encodeURIComponent(key)}`, askOptions),
    suggest: (query, askOptions) => requester.get(`/api/v1/suggest${queryOf(query)}`, askOptions),
    sources: (query = {}, askOptions) => requester.get(`/api/v1/sources${queryOf(query)}`, askOptions),
    list: async (id, query = {}, askOptions) => requester.get(`${listPath(id)}${queryOf(query)}`, askOptions),
    lists: (ids, query = {}, askOptions) =>
      requester.get(`/api/v1/batch${queryOf({ sources: ids, ...query })}`, askOptions),
    listEvents: (ids, query = {}, { signal } = {}) =>
      cancellable((leaving) => streamListMessages(requester, { ids, query }, leaving), signal),
    find: (query, askOptions) => requester.get(`/api/v1/find${queryOf(query)}`, askOptions),
    trends: (query = {}, askOptions) => requester.get(`/api/v1/trends${queryOf(query)}`, askOptions),
    risers: (query = {}, askOptions) => requester.get(`/api/v1/risers${queryOf(query)}`, askOptions),
    history: async (id, query = {}, askOptions) =>
      requester.get(`${listPath(id)}/history${queryOf(query)}`, askOptions),
    at: async (id, time, askOptions) => requester.get(`${listPath(id)}/at${queryOf({ time })}`, askOptions),
    changes: async (id, since, askOptions) => requester.get(`${listPath(id)}/changes${queryOf({ since })}`, askOptions),
    check: (items, askOptions) => requester.post('/api/check/links', { items }, askOptions),
    health: (askOptions) => requester.get('/api/health', askOptions),
    status: (askOptions) => requester.get('/api/v1/health', askOptions),
    version: (askOptions) => requester.get('/api/latest', askOptions),
    async login(username, password, askOptions) {
      const answer = await requester.post<LoginResponse>('/api/auth/login', { username, password }, askOptions)
      requester.setKey(answer.token)
      return answer
    },
  }
}

/** @throws TypeError for an id that would change the path: the answer of another route would be taken for that of a list. */
function listPath(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`id: must be the id of a list, not ${JSON.stringify(id)}`)
  return `/api/v1/sources/${encodeURIComponent(id)}`
}
