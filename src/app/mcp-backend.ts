// The backend of MCP tools inside the service: calls the rooms directly and counts each call as a request of its route.
import { checkRequest } from '../contract/check.ts'
import { findRequest } from '../contract/hotlist-find.ts'
import { type HealthResponse, searchRequest } from '../contract/search.ts'
import { findItems } from '../hotlist/find-items.ts'
import { toSourceRecord } from '../hotlist/to-contract.ts'
import { RequestError } from '../http/errors.ts'
import { validate } from '../http/params.ts'
import type { ToolBackend } from '../mcp/backend.ts'
import type { CheckDeps, HotListDeps, SearchRoutesDeps } from './app-options.ts'

export interface LocalBackendOptions {
  readonly search: Pick<SearchRoutesDeps, 'events' | 'roomFor' | 'requestCount'>
  readonly checks: CheckDeps
  readonly health: () => HealthResponse
  readonly hotLists: Pick<HotListDeps, 'lists' | 'batches'>
  /** The rate-limit key of the caller; undefined: not limited. */
  readonly client?: string | undefined
}

/** One call of a tool. */
interface ToolCall {
  readonly route: string
  /** Ignores cached answers. */
  readonly isForced?: boolean | undefined
  /** Further requests that it counts as. */
  readonly more?: number
}

/** Counts a call as a request of its route. @throws RequestError above a rate limit. */
type CountCall = (call: ToolCall) => void

/** Creates the backend of the tools for one request. */
export function createLocalBackend(options: LocalBackendOptions, count: CountCall): ToolBackend {
  const { search, checks, health, hotLists, client } = options
  return {
    async *search(query, signal) {
      const request = validate(searchRequest, { ...query })
      const more = (search.requestCount?.(request) ?? 1) - 1
      count({ route: '/api/search', isForced: request.refresh, more })
      const release = await search.roomFor?.(request, client)
      try {
        yield* search.events(request, signal, client)
      } finally {
        release?.()
      }
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
    async check(links, signal) {
      count({ route: '/api/check/links' })
      const { items } = validate(checkRequest, { items: links })
      return checks.check(items, { deadlineMs: checks.deadlineMs, signal, client })
    },
    userMessage: (error) => (error instanceof RequestError ? error.message : undefined),
  }
}
