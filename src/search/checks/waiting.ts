// Waits for the checks of one request: until all have finished, the deadline, or the caller disconnects.
import { land } from '../../upstream/flights.ts'
import type { Finding } from './finding.ts'
import type { Place } from './line.ts'

export interface Waiting {
  /** Resolves to the finding; undefined if the check did not finish by the deadline or was cancelled. */
  for(place: Place): Promise<Finding | undefined>
  /** Whether the deadline has passed or the caller has disconnected. */
  isOver(): boolean
  /** Releases the timer; must be called at the end. */
  end(): void
}

/**
 * Starts the deadline (in milliseconds). When it passes, checks that have not started are cancelled unless another caller waits for them;
 * started ones continue and their verdict is cached. When the caller disconnects, all checks without another caller are cancelled.
 */
export function createWaiting(deadlineMs: number, signal: AbortSignal): Waiting {
  const enough = new AbortController()
  const places = new Set<Place>()
  const leave = () => enough.abort()
  const timer = setTimeout(() => {
    for (const place of places) if (place.hasBegun()) void land(place.flight, undefined)
    leave()
  }, deadlineMs)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  return {
    async for(place) {
      places.add(place)
      const finding = await land(place.flight, enough.signal)
      places.delete(place)
      return finding
    },
    isOver: () => enough.signal.aborted,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    },
  }
}
