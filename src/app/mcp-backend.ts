// What agents' tools ask when they run inside the service: its own doors, and each thing asked counted as a request for it.
import { checkRequest } from '../contract/check.ts'
import { findRequest } from '../contract/hotlist-find.ts'
import { type HealthResponse, searchRequest } from '../contract/search.ts'
import type { Batches } from '../hotlist/batches.ts'
import { findItems } from '../hotlist/find.ts'
import type { Lists } from '../hotlist/lists.ts'
import { recordOf } from '../hotlist/shape.ts'
import { RequestError } from '../http/errors.ts'
import { parse } from '../http/params.ts'
import type { Asking } from '../mcp/asking.ts'
import type { Checks } from '../search/checks/checker.ts'
import type { Search } from '../search/search.ts'

/** The doors it goes through. */
interface OwnDoors {
  readonly searchEvents: Search['events']
  /** Takes room for a search; without it there always is. */
  readonly searchRoom?: Search['roomFor'] | undefined
  readonly requestCount?: Search['requestCount'] | undefined
  /** For whom it is asked; undefined for who is not counted. */
  readonly client?: string | undefined
  readonly health: () => HealthResponse
  readonly checkLinks: Checks['check']
  /** A request for checks is answered within so long, in milliseconds. */
  readonly checkDeadlineMs: number
  readonly batches: Batches
  readonly lists: Lists
}

/** One thing that is asked. */
interface Counted {
  readonly route: string
  /** All is asked anew. */
  readonly isForced?: boolean | undefined
  /** So many further requests it costs. */
  readonly more?: number
}

/** Counts one thing that is asked as a request of its route. @throws RequestError when it is one too many. */
type Count = (counted: Counted) => void

/** Makes the port of the tools for what one request asks. */
export function ownAsking(
  { batches, lists, health, checkLinks, checkDeadlineMs, client, ...searching }: OwnDoors,
  count: Count,
): Asking {
  return {
    async *search(wanted, signal) {
      const request = parse(searchRequest, { ...wanted })
      const more = (searching.requestCount?.(request) ?? 1) - 1
      count({ route: '/api/search', isForced: request.refresh, more })
      const leaveRoom = await searching.searchRoom?.(request, client)
      try {
        yield* searching.searchEvents(request, signal, client)
      } finally {
        leaveRoom?.()
      }
    },
    async lists(ids, { force, limit }, signal) {
      count({ route: '/api/v1/batch', isForced: force })
      return (await batches.batch({ sources: ids, force, limit }, signal)).body
    },
    async sources({ column, type }) {
      count({ route: '/api/v1/sources' })
      const wanted = lists.all.filter(
        (list) => list.isEnabled && (column?.includes(list.column) ?? true) && (type?.includes(list.type) ?? true),
      )
      return { sources: wanted.map(recordOf) }
    },
    searchable: async () => health(),
    async find(wanted) {
      count({ route: '/api/v1/find' })
      return findItems(parse(findRequest, { ...wanted }), lists)
    },
    async check(links, signal) {
      count({ route: '/api/check/links' })
      const { items } = parse(checkRequest, { items: links })
      return checkLinks(items, { deadlineMs: checkDeadlineMs, signal, client })
    },
    reasonOf: (error) => (error instanceof RequestError ? error.message : undefined),
  }
}
