// The time budget of an ask: what is left of it, and when a failed attempt is repeated within it.
import { failurePolicies, type UpstreamError } from '../errors.ts'
import type { Limits } from '../source.ts'

export type AskBudget = ReturnType<typeof createAskBudget>

/** Creates the time budget of an ask; it runs from the first `start`. `monotonicMs` is a monotonic clock in milliseconds. */
export function createAskBudget(askMs: number, monotonicMs: () => number) {
  let startedAt: number | undefined
  return {
    start: () => {
      startedAt ??= monotonicMs()
    },
    hasStarted: (): boolean => startedAt !== undefined,
    leftMs: (): number => (startedAt === undefined ? askMs : startedAt + askMs - monotonicMs()),
    /** Milliseconds since the first attempt started; undefined before that. */
    tookMs: (): number | undefined => (startedAt === undefined ? undefined : Math.max(0, monotonicMs() - startedAt)),
  }
}

/** The limits and the remaining time of an ask. */
interface TimedAsk {
  readonly limits: Limits
  readonly budget: AskBudget
}

/** Minimum share of an attempt's time that must be left for another attempt. */
const minTimeShare = 0.25

/** Milliseconds to wait before the next attempt; undefined if there is none. */
export function retryWaitMs(
  error: UpstreamError,
  attemptNumber: number,
  ask: TimedAsk,
  random: () => number,
): number | undefined {
  if (!failurePolicies[error.kind].retried) return undefined
  const waitMs = Math.max(backoffMs(attemptNumber, random), error.retryAfterMs ?? 0)
  return hasTimeAfter(waitMs, attemptNumber, ask) ? waitMs : undefined
}

/** Whether another attempt is worthwhile. One that is cut off burdens the upstream, and its failure says nothing. */
export function hasTimeAfter(waitMs: number, attemptNumber: number, { limits, budget }: TimedAsk): boolean {
  return attemptNumber < limits.attempts && waitMs + limits.attemptMs * minTimeShare <= budget.leftMs()
}

/** About 0.1, 0.2, 0.4 s …, with jitter down to half, so that requests that failed together do not retry together. */
function backoffMs(attemptNumber: number, random: () => number): number {
  return maxBackoffMs(attemptNumber) * (0.5 + random() / 2)
}

export function maxBackoffMs(attemptNumber: number): number {
  return 100 * 2 ** (attemptNumber - 1)
}
