// Coalesces equal concurrent searches into one (single flight).
import { ageMs } from '../../async/ages.ts'
import { createSingleFlight, join } from '../../async/single-flight.ts'
import type { SearchRequest } from '../../contract/search.ts'
import { abortedCallError } from '../../upstream/errors.ts'
import type { SearchAnswer } from './answer.ts'

type AnswerSearch = (request: SearchRequest, signal: AbortSignal, client?: string) => Promise<SearchAnswer>

/** Requests join a search within this time of its start; later ones would be cut short by its deadline. */
export const coalesceWindowMs = 1_000

/**
 * Coalesces equal searches that start at nearly the same time. The search is aborted when its last caller disconnects. `reserve` is called
 * before a search starts and its release function after it ends; if it rejects, the search does not start.
 */
export function coalesceSearches(
  answer: AnswerSearch,
  epochMs: () => number,
  reserve?: (request: SearchRequest, client?: string) => Promise<() => void>,
): AnswerSearch {
  const flights = createSingleFlight<{ readonly answer: SearchAnswer } | { readonly error: unknown }>(abortedCallError)
  const startedAt = new Map<string, number>()
  return async (request, signal, client) => {
    const key = JSON.stringify(request)
    const isJoinable = ageMs(epochMs(), startedAt.get(key) ?? Number.NEGATIVE_INFINITY) < coalesceWindowMs
    const joinable = isJoinable ? flights.current(key) : undefined
    const start = () => {
      startedAt.set(key, epochMs())
      return flights.start(key, async (ending) => {
        try {
          const release = reserve && (await reserve(request, client))
          return { answer: await answer(request, ending, client).finally(release) }
        } catch (error) {
          return { error }
        } finally {
          startedAt.delete(key)
        }
      })
    }
    const flight = joinable ?? start()
    const outcome = await join(flight, signal)
    signal.throwIfAborted()
    if (outcome && 'answer' in outcome) return outcome.answer
    throw outcome?.error
  }
}
