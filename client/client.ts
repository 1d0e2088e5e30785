// createClient(options): everything a program may ask of a Trawl, typed; for browsers and Node, without any dependency.
import { queryOf } from './address.ts'
import { type AskOptions, type ClientOptions, createAsking } from './asking.ts'
import { leavable } from './leavable.ts'
import type {
  BatchAnswer,
  CheckItem,
  CheckResponse,
  FindAnswer,
  FindQuery,
  HealthResponse,
  LatestAnswer,
  ListEventsQuery,
  ListQuery,
  LoginResponse,
  SearchEvent,
  SearchRequest,
  SearchResponse,
  SourceAnswer,
  SourcesAnswer,
  SourcesQuery,
  StatusAnswer,
  StreamMessage,
} from './shapes.ts'
import { listEventsOf, searchEventsOf } from './streams.ts'

export type { AskOptions, ClientOptions } from './asking.ts'
export type * from './shapes.ts'
export { TrawlError } from './trawl-error.ts'

/**
 * Asks one Trawl. Every method rejects with TrawlError when there is no answer, and with the reason of its signal when that aborts. Nothing is
 * asked twice and nothing is kept: the service does both.
 */
export interface Client {
  /** Searches for links. `meta.complete` says whether all sources had answered in time; asked again a little later, the answer has them too. */
  search(request: SearchRequest, options?: AskOptions): Promise<SearchResponse>
  /**
   * The same search as it goes: `start`, `source` as each source settles, `links` and `results` as they come, `end`. It is given up when the loop
   * over it is left.
   */
  searchEvents(request: SearchRequest, options?: AskOptions): AsyncGenerator<SearchEvent>
  /** The hot lists there are. */
  sources(query?: SourcesQuery, options?: AskOptions): Promise<SourcesAnswer>
  /** One hot list. */
  list(id: string, query?: ListQuery, options?: AskOptions): Promise<SourceAnswer>
  /** Several hot lists in one answer, in the order of `ids`; what became of each stands with it. */
  lists(ids: readonly string[], query?: ListQuery, options?: AskOptions): Promise<BatchAnswer>
  /**
   * Several hot lists, each as it comes: `start`, `data` in chunks, `end`; or `error`. With `follow` it goes on, and a list that has changed is told
   * again; it ends only by the loop being left, or with TrawlError.
   */
  listEvents(ids: readonly string[], query?: ListEventsQuery, options?: AskOptions): AsyncGenerator<StreamMessage>
  /** Finds words in what is kept of all hot lists. */
  find(query: FindQuery, options?: AskOptions): Promise<FindAnswer>
  /** Looks whether shares are still there: a result for each item, in their order. */
  check(items: readonly CheckItem[], options?: AskOptions): Promise<CheckResponse>
  /** What can be searched. Needs no key. */
  health(options?: AskOptions): Promise<HealthResponse>
  /** How the service and each of its sources are doing. */
  status(options?: AskOptions): Promise<StatusAnswer>
  /** Which Trawl it is. Needs no key. */
  version(options?: AskOptions): Promise<LatestAnswer>
  /** Logs in where the service has logins; the client proves itself by the token from then on. */
  login(username: string, password: string, options?: AskOptions): Promise<LoginResponse>
}

/** A query longer than this is sent as a body: servers and proxies do not take addresses of any length. */
const longestQuery = 8_192

/** Makes what asks the Trawl at `url`. @throws TypeError when that is no address, or the key cannot be sent. */
export function createClient(options: ClientOptions): Client {
  const asking = createAsking(options)
  return {
    search(request, wants) {
      const query = queryOf(request)
      if (query.length > longestQuery) return asking.post('/api/search', request, wants)
      return asking.get(`/api/search${query}`, wants)
    },
    searchEvents: (request, { signal } = {}) => leavable((leaving) => searchEventsOf(asking, request, leaving), signal),
    sources: (query = {}, wants) => asking.get(`/api/v1/sources${queryOf(query)}`, wants),
    async list(id, query = {}, wants) {
      // Each of these would be the address of something else, and its answer would be taken for a list.
      if (/^\.{0,2}$/.test(id)) throw new TypeError(`id: must be that of a list, and is ${JSON.stringify(id)}`)
      return asking.get(`/api/v1/sources/${encodeURIComponent(id)}${queryOf(query)}`, wants)
    },
    lists: (ids, query = {}, wants) => asking.get(`/api/v1/batch${queryOf({ sources: ids, ...query })}`, wants),
    listEvents: (ids, query = {}, { signal } = {}) =>
      leavable((leaving) => listEventsOf(asking, { ids, query }, leaving), signal),
    find: (query, wants) => asking.get(`/api/v1/find${queryOf(query)}`, wants),
    check: (items, wants) => asking.post('/api/check/links', { items }, wants),
    health: (wants) => asking.get('/api/health', wants),
    status: (wants) => asking.get('/api/v1/health', wants),
    version: (wants) => asking.get('/api/latest', wants),
    async login(username, password, wants) {
      const answer = await asking.post<LoginResponse>('/api/auth/login', { username, password }, wants)
      asking.prove(answer.token)
      return answer
    },
  }
}
