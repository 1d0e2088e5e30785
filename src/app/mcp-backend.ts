// The backend of MCP tools inside the service: calls the rooms directly and counts each call as a request of its route.
import { checkRequest } from '../contract/check.ts'
import { findRequest } from '../contract/hotlist-find.ts'
import { historyRequest, listAtRequest } from '../contract/hotlist-history.ts'
import { trendsRequest } from '../contract/hotlist-trends.ts'
import { searchRequest } from '../contract/search.ts'
import { suggestRequest } from '../contract/suggest.ts'
import { findItems } from '../hotlist/find-items.ts'
import { findListOr404 } from '../hotlist/single-list.ts'
import { toSourceRecord } from '../hotlist/to-contract.ts'
import { RequestError } from '../http/errors.ts'
import { validate } from '../http/params.ts'
import type { ToolBackend } from '../mcp/backend.ts'
import { moreRequestsOfCheck } from '../search/checks/link-checker.ts'
import type { HotListParts, SearchParts } from './app-options.ts'

type LocalBackendOptions = Omit<SearchParts, 'searchSources' | 'recentYields'> & Pick<HotListParts, 'hotLists'>

interface ToolCall {
  readonly route: string
  readonly isForced?: boolean | undefined
  /** Further requests that it counts as. */
  readonly more?: number
}

/** Counts a call as a request of its route. @throws RequestError above a rate limit. */
type CountCall = (call: ToolCall) => void

/** Creates the backend of the tools for one request; `client` is the rate-limit key of the caller, undefined if it is not limited. */
export function createLocalBackend(
  { search, suggest, checkLinks, checkDeadlineMs, health, hotLists }: LocalBackendOptions,
  client: string | undefined,
  count: CountCall,
): ToolBackend {
  return {
    async *search(query, signal) {
      const request = validate(searchRequest, { ...query })
      count({ route: '/api/search', isForced: request.refresh, more: search.requestCount(request) - 1 })
      yield* search.events(request, signal, client)
    },
    async suggest(query) {
      count({ route: '/api/v1/suggest' })
      return suggest(validate(suggestRequest, { ...query }))
    },
    async lists(ids, { force, limit }, signal) {
      count({ route: '/api/v1/batch', isForced: force })
      return (await hotLists.batches.batch({ sources: ids, force, limit }, signal)).body
    },
    async sources({ column, type }) {
      count({ route: '/api/v1/sources' })
      const matching = hotLists.lists.all.filter(
        (list) => list.isEnabled && (column?.includes(list.column) ?? true) && (type?.includes(list.type) ?? true),
      )
      return { sources: matching.map(toSourceRecord) }
    },
    searchable: async () => health(),
    async find(query) {
      count({ route: '/api/v1/find' })
      return findItems(validate(findRequest, { ...query }), hotLists.lists)
    },
    async trends(query) {
      count({ route: '/api/v1/trends' })
      return hotLists.trends(validate(trendsRequest, { ...query }))
    },
    async history(id, query) {
      count({ route: '/api/v1/sources/:id/history' })
      return hotLists.history.span(findListOr404(id, hotLists.lists), validate(historyRequest, { ...query }))
    },
    async listAt(id, time) {
      count({ route: '/api/v1/sources/:id/at' })
      return hotLists.history.at(findListOr404(id, hotLists.lists), validate(listAtRequest, { time }).time)
    },
    async check(links, signal) {
      const { items } = validate(checkRequest, { items: links })
      count({ route: '/api/check/links', more: moreRequestsOfCheck(items.length) })
      return checkLinks(items, { deadlineMs: checkDeadlineMs, signal, client })
    },
    userMessage: (error) => (error instanceof RequestError ? error.message : undefined),
  }
}
