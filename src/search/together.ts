// Coalesces equal concurrent searches into one (single flight).
import type { SearchRequest } from '../contract/search.ts'
import { createFlights, land } from '../upstream/flights.ts'
import type { SearchAnswer } from './answer.ts'

type Answering = (request: SearchRequest, signal: AbortSignal, client?: string) => Promise<SearchAnswer>

/** Requests join a search within this time of its start; later ones would be cut short by its deadline. */
const joinedForMs = 1_000

/**
 * Coalesces equal searches that start at nearly the same time. The search is aborted when its last caller disconnects. `takeRoom` is called
 * before a search starts and its release function after it ends; if it rejects, the search does not start.
 */
export function together(
  answer: Answering,
  epochMs: () => number,
  takeRoom?: (request: SearchRequest, client?: string) => Promise<() => void>,
): Answering {
  const flights = createFlights<{ readonly answer: SearchAnswer } | { readonly error: unknown }>()
  const begun = new Map<string, number>()
  return async (request, signal, client) => {
    const key = JSON.stringify(request)
    const isNew = epochMs() - (begun.get(key) ?? Number.NEGATIVE_INFINITY) < joinedForMs
    const underWay = isNew ? flights.underWay(key) : undefined
    const begin = () => {
      begun.set(key, epochMs())
      return flights.begin(key, async (ending) => {
        try {
          const leaveRoom = takeRoom && (await takeRoom(request, client))
          return { answer: await answer(request, ending, client).finally(leaveRoom) }
        } catch (error) {
          return { error }
        } finally {
          begun.delete(key)
        }
      })
    }
    const flight = underWay ?? begin()
    const landed = await land(flight, signal)
    signal.throwIfAborted()
    if (landed && 'answer' in landed) return landed.answer
    throw landed?.error
  }
}
