// One caller's waiting for checks: until all have landed, the deadline has come, or he leaves.
import { land } from '../../upstream/flights.ts'
import type { Finding } from './finding.ts'
import type { Place } from './line.ts'

export interface Waiting {
  /** What the check comes to; undefined when it came to nothing by the deadline, or was given up. */
  for(place: Place): Promise<Finding | undefined>
  /** Has the deadline come, or has he left? */
  isOver(): boolean
  /** Must be called when the waiting is over. */
  end(): void
}

/**
 * Begins to wait. At the deadline (from now on, in milliseconds) checks that have not begun are given up unless somebody else waits for
 * them; those that have begun go on, and what they come to is known to the next who asks. All are given up that only a caller who
 * leaves waits for.
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
