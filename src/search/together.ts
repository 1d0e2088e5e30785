// Equal searches at once are one search: a crowd that asks the same is answered for the price of one.
import type { SearchRequest } from '../contract/search.ts'
import { createFlights, land } from '../upstream/flights.ts'
import type { SearchAnswer } from './answer.ts'

type Answering = (request: SearchRequest, signal: AbortSignal, client?: string) => Promise<SearchAnswer>

/** Who comes later than this has a search of his own, or he would be cut short by the deadline of the first. */
const joinedForMs = 1_000

/**
 * Makes equal searches that begin at nearly the same time one; it ends when the last who waits for it leaves. `takeRoom` is called before one
 * begins, what it gives when it has ended; when it rejects none begins.
 */
export function together(
  answer: Answering,
  now: () => number,
  takeRoom?: (request: SearchRequest, client?: string) => Promise<() => void>,
): Answering {
  const flights = createFlights<{ readonly answer: SearchAnswer } | { readonly error: unknown }>()
  const begun = new Map<string, number>()
  return async (request, signal, client) => {
    const key = JSON.stringify(request)
    const isNew = now() - (begun.get(key) ?? Number.NEGATIVE_INFINITY) < joinedForMs
    const underWay = isNew ? flights.underWay(key) : undefined
    const begin = () => {
      begun.set(key, now())
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
