// What agents' tools ask when they run inside the service: its own doors, and each thing asked counted as a request for it.
import { checkRequest } from './contract/check.ts'
import { findRequest } from './contract/hotlist-find.ts'
import { type HealthResponse, searchRequest } from './contract/search.ts'
import type { Batches } from './hotlist/batches.ts'
import { findItems } from './hotlist/find.ts'
import type { Lists } from './hotlist/lists.ts'
import { recordOf } from './hotlist/shape.ts'
import { RequestError } from './http/errors.ts'
import { parse } from './http/params.ts'
import type { Asking } from './mcp/asking.ts'
import type { Checks } from './search/checks/checker.ts'
import type { Search } from './search/search.ts'

/** The doors it goes through. */
interface OwnDoors {
  readonly searchEvents: Search['events']
  /** Takes room for a search; without it there always is. */
  readonly searchRoom?: Search['roomFor'] | undefined
  readonly health: () => HealthResponse
  readonly checkLinks: Checks['check']
  /** A request for checks is answered within so long, in milliseconds. */
  readonly checkDeadlineMs: number
  readonly batches: Batches
  readonly lists: Lists
}

/** Counts one thing that is asked as a request of that route, and `isForced` where all is asked anew. @throws RequestError when it is one too many. */
type Count = (route: string, isForced?: boolean) => void

/** Makes the port of the tools for what one request asks. */
export function ownAsking(
  { batches, lists, health, checkLinks, checkDeadlineMs, ...searching }: OwnDoors,
  count: Count,
): Asking {
  return {
    async *search(wanted, signal) {
      const request = parse(searchRequest, { ...wanted })
      count('/api/search', request.refresh)
      const leaveRoom = await searching.searchRoom?.(request)
      try {
        yield* searching.searchEvents(request, signal)
      } finally {
        leaveRoom?.()
      }
    },
    async lists(ids, { force, limit }, signal) {
      count('/api/v1/batch', force)
      return (await batches.batch({ sources: ids, force, limit }, signal)).body
    },
    async sources({ column, type }) {
      count('/api/v1/sources')
      const wanted = lists.all.filter(
        (list) => list.isEnabled && (column?.includes(list.column) ?? true) && (type?.includes(list.type) ?? true),
      )
      return { sources: wanted.map(recordOf) }
    },
    searchable: async () => health(),
    async find(wanted) {
      count('/api/v1/find')
      return findItems(parse(findRequest, { ...wanted }), lists)
    },
    async check(links, signal) {
      count('/api/check/links')
      const { items } = parse(checkRequest, { items: links })
      return checkLinks(items, { deadlineMs: checkDeadlineMs, signal })
    },
    reasonOf: (error) => (error instanceof RequestError ? error.message : undefined),
  }
}
