// Waits for the checks of one request: until all have finished, the deadline, or the caller disconnects.
import { join } from '../../async/single-flight.ts'
import type { QueuedCheck } from './check-queue.ts'
import type { CheckFinding } from './check-result.ts'

export type DeadlineWait = ReturnType<typeof createDeadlineWait>

/**
 * Starts the deadline (in milliseconds). When it passes, checks that have not started are cancelled unless another caller waits for them;
 * started ones continue and their verdict is cached. When the caller disconnects, all checks without another caller are cancelled.
 */
export function createDeadlineWait(deadlineMs: number, signal: AbortSignal) {
  const deadline = new AbortController()
  const ended = AbortSignal.any([signal, deadline.signal])
  const waitedFor = new Set<QueuedCheck>()
  const timer = setTimeout(() => {
    for (const place of waitedFor) if (place.hasBegun()) void join(place.flight, undefined)
    deadline.abort()
  }, deadlineMs)
  return {
    /** Resolves to the finding; undefined if the check did not finish by the deadline or was cancelled. */
    async waitFor(place: QueuedCheck): Promise<CheckFinding | undefined> {
      waitedFor.add(place)
      const finding = await join(place.flight, ended)
      waitedFor.delete(place)
      return finding
    },
    /** Whether the deadline has passed or the caller has disconnected. */
    isOver: () => ended.aborted,
    /** Releases the timer; must be called at the end. */
    end: () => clearTimeout(timer),
  }
}
