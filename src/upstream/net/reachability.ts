// Checks whether the host that most results come from can be reached: at startup, and again while it cannot.
import type { Failure, Source } from '../source.ts'
import type { Upstream } from '../upstream.ts'

export interface ReachabilityOptions {
  readonly upstream: Pick<Upstream, 'ask'>
  /** The page that is requested. */
  readonly page: string
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly monotonicMs: () => number
}

export type ReachabilityState = Readonly<
  | { state: 'unknown' }
  | { state: 'reachable'; checkedAt: number }
  | { state: 'unreachable'; checkedAt: number; failure: Failure }
>

export type Reachability = ReturnType<typeof createReachability>

/** The wait before the second check; each further failure doubles it. */
const minWaitMs = 30_000
const maxWaitMs = 10 * 60_000

/** Nothing is checked before the first call of `check`, so that a command of the terminal sends no request of its own. */
export function createReachability({ upstream, page, epochMs, monotonicMs }: ReachabilityOptions) {
  let latest: ReachabilityState = { state: 'unknown' }
  let waitMs = minWaitMs
  let dueAt = Number.POSITIVE_INFINITY

  /** Requests the page once. */
  async function check(): Promise<ReachabilityState> {
    dueAt = Number.POSITIVE_INFINITY
    const outcome = await upstream.ask(pageSource(page), page, { maxAgeMs: 0 })
    const checkedAt = epochMs()
    dueAt = monotonicMs() + waitMs
    // An unexpected reply is a reply.
    if (outcome.state === 'failed' && outcome.failure.kind !== 'mismatch') {
      waitMs = Math.min(2 * waitMs, maxWaitMs)
      latest = { state: 'unreachable', checkedAt, failure: outcome.failure }
    } else {
      waitMs = minWaitMs
      latest = { state: 'reachable', checkedAt }
    }
    return latest
  }

  return {
    check,
    /** `checkedAt` is in epoch milliseconds. */
    state: () => latest,
    /** Checks again if that is due, and the latest check failed or `isDown` says that no source answers. */
    async tick(isDown: () => boolean): Promise<void> {
      if (monotonicMs() >= dueAt && (latest.state === 'unreachable' || isDown())) await check()
    },
  }
}

/** Id prefix of checks: such an ask tests a host and belongs to no source. */
const testPrefix = 'reach:'

/** Whether a source id is that of a reachability check. */
export function isReachabilityCheck(source: string): boolean {
  return source.startsWith(testPrefix)
}

/** The source id of a request that tests a page. */
export function probeId(page: string): string {
  return testPrefix + page
}

function pageSource(page: string): Source<string, never> {
  return {
    id: probeId(page),
    home: page,
    limits: { attempts: 1, freshMs: 0, staleMs: 0 },
    ask: async (address, io) => {
      await io.bytes(address)
      return []
    },
  }
}
