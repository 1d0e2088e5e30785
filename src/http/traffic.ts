// Traffic statistics: request counts, latencies and errors, in total and by route.
import type { RouteFigures, TrafficSummary } from '../contract/hotlist-watch.ts'

/** A finished request. */
export interface Finished {
  /** The pattern of its route, like `/lists/:id`, or `unrouted`. */
  readonly route: string
  readonly method: string
  /** 499 if the client disconnected before the response. */
  readonly status: number
  readonly ms: number
}

export interface Traffic {
  /** Records a finished request. */
  heard(request: Finished): void
  /** All requests since startup; times in milliseconds, `uptime` in seconds, p95 and p99 of the latest 2048. */
  summary(): TrafficSummary
  /** By route and method, busiest first; p50, p95 and p99 of the latest 512 of each. */
  byRoute(): RouteFigures[]
}

const latestOfAll = 2048
const latestOfRoute = 512

/** Status of a client that disconnected, which is not an error. */
const left = 499

/** Is it the client's error? */
function isOfClient(status: number): boolean {
  return status >= 400 && status < 500 && status !== left
}

function isOurs(status: number): boolean {
  return status >= 500
}

/** Creates a counter. Its memory is bounded: a window of durations, and a count per status. */
function createTally(windowSize: number) {
  const latest: number[] = []
  const statuses = new Map<number, number>()
  let requests = 0
  let totalMs = 0
  return {
    add(status: number, ms: number): void {
      latest[requests % windowSize] = ms
      requests += 1
      totalMs += ms
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
    requests: () => requests,
    count: (isMeant: (status: number) => boolean) =>
      sum([...statuses].map(([status, count]) => (isMeant(status) ? count : 0))),
    averageMs: () => (requests === 0 ? 0 : tenths(totalMs / requests)),
    /** Percentiles of the latest durations. */
    within(...shares: number[]): number[] {
      const sorted = latest.toSorted((a, b) => a - b)
      return shares.map((share) => tenths(sorted[Math.ceil(share * sorted.length) - 1] ?? 0))
    },
    byStatus: (): Record<string, number> => Object.fromEntries(statuses),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}

/** Creates empty statistics. `monotonicMs` is a monotonic clock in milliseconds. */
export function createTraffic(monotonicMs: () => number): Traffic {
  const since = monotonicMs()
  const all = createTally(latestOfAll)
  // Bounded by the number of routes, methods and statuses: requests cannot add more.
  const routes = new Map<string, { route: string; method: string; tally: ReturnType<typeof createTally> }>()

  return {
    heard({ route, method, status, ms }) {
      const key = `${method} ${route}`
      let known = routes.get(key)
      if (!known) {
        known = { route, method, tally: createTally(latestOfRoute) }
        routes.set(key, known)
      }
      all.add(status, ms)
      known.tally.add(status, ms)
    },
    summary() {
      const [totalRequests, totalErrors] = [all.requests(), all.count(isOurs)]
      const [p95 = 0, p99 = 0] = all.within(0.95, 0.99)
      return {
        totalRequests,
        totalErrors,
        errorRate: totalRequests === 0 ? 0 : Math.round((totalErrors / totalRequests) * 10_000) / 10_000,
        clientErrors: all.count(isOfClient),
        avgResponseTime: all.averageMs(),
        p95,
        p99,
        uptime: Math.floor((monotonicMs() - since) / 1000),
      }
    },
    byRoute: () =>
      [...routes.values()]
        .toSorted((a, b) => b.tally.requests() - a.tally.requests())
        .map(({ route, method, tally }) => {
          const [p50 = 0, p95 = 0, p99 = 0] = tally.within(0.5, 0.95, 0.99)
          const counts = {
            requests: tally.requests(),
            errors: tally.count(isOurs),
            clientErrors: tally.count(isOfClient),
          }
          const times = { avgResponseTime: tally.averageMs(), p50, p95, p99 }
          return { route, method, ...counts, ...times, byStatus: tally.byStatus() }
        }),
  }
}
