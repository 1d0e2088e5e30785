// Waits for the checks of one request: until all have finished, the deadline, or the caller disconnects.
import { join } from '../../async/single-flight.ts'
import type { QueuedCheck } from './check-queue.ts'
import type { CheckFinding } from './check-result.ts'

export interface DeadlineWait {
  /** Resolves to the finding; undefined if the check did not finish by the deadline or was cancelled. */
  waitFor(place: QueuedCheck): Promise<CheckFinding | undefined>
  /** Whether the deadline has passed or the caller has disconnected. */
  isOver(): boolean
  /** Releases the timer; must be called at the end. */
  end(): void
}

/**
 * Starts the deadline (in milliseconds). When it passes, checks that have not started are cancelled unless another caller waits for them;
 * started ones continue and their verdict is cached. When the caller disconnects, all checks without another caller are cancelled.
 */
export function createDeadlineWait(deadlineMs: number, signal: AbortSignal): DeadlineWait {
  const ended = new AbortController()
  const waitedFor = new Set<QueuedCheck>()
  const stop = () => ended.abort()
  const timer = setTimeout(() => {
    for (const place of waitedFor) if (place.hasBegun()) void join(place.flight, undefined)
    stop()
  }, deadlineMs)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return {
    async waitFor(place) {
      waitedFor.add(place)
      const finding = await join(place.flight, ended.signal)
      waitedFor.delete(place)
      return finding
    },
    isOver: () => ended.signal.aborted,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}
