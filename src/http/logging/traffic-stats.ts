// Traffic statistics: request counts, latencies and errors, in total and by route.
import type { RouteFigures, TrafficSummary } from '../../contract/monitoring.ts'

export interface RequestOutcome {
  /** The pattern of its route, like `/lists/:id`, or `unrouted`. */
  readonly route: string
  readonly method: string
  /** 499 if the client disconnected before the response. */
  readonly status: number
  readonly ms: number
}

export type TrafficStats = ReturnType<typeof createTrafficStats>

const totalWindow = 2048
const routeWindow = 512

const disconnectedStatus = 499

/** Is it the client's error? */
function isClientError(status: number): boolean {
  return status >= 400 && status < 500 && status !== disconnectedStatus
}

function isServerError(status: number): boolean {
  return status >= 500
}

/** Creates a counter. Its memory is bounded: a window of durations, and a count per status. */
function createCounter(windowSize: number) {
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
    count: (isCounted: (status: number) => boolean) =>
      [...statuses].reduce((sum, [status, count]) => (isCounted(status) ? sum + count : sum), 0),
    averageMs: () => (requests === 0 ? 0 : roundToTenths(totalMs / requests)),
    percentiles(...shares: number[]): number[] {
      const sorted = latest.toSorted((a, b) => a - b)
      return shares.map((share) => roundToTenths(sorted[Math.ceil(share * sorted.length) - 1] ?? 0))
    },
    byStatus: (): Record<string, number> => Object.fromEntries(statuses),
  }
}

function roundToTenths(ms: number): number {
  return Math.round(ms * 10) / 10
}

export function createTrafficStats(monotonicMs: () => number) {
  const since = monotonicMs()
  const all = createCounter(totalWindow)
  // Bounded by the number of routes, methods and statuses: requests cannot add more.
  const routes = new Map<string, { route: string; method: string; counter: ReturnType<typeof createCounter> }>()

  return {
    record({ route, method, status, ms }: RequestOutcome): void {
      const key = `${method} ${route}`
      let entry = routes.get(key)
      if (!entry) {
        entry = { route, method, counter: createCounter(routeWindow) }
        routes.set(key, entry)
      }
      all.add(status, ms)
      entry.counter.add(status, ms)
    },
    /** All requests since startup; times in milliseconds, `uptime` in seconds, p95 and p99 of the latest 2048. */
    summary(): TrafficSummary {
      const [totalRequests, totalErrors] = [all.requests(), all.count(isServerError)]
      const [p95 = 0, p99 = 0] = all.percentiles(0.95, 0.99)
      return {
        totalRequests,
        totalErrors,
        errorRate: totalRequests === 0 ? 0 : Math.round((totalErrors / totalRequests) * 10_000) / 10_000,
        clientErrors: all.count(isClientError),
        avgResponseTime: all.averageMs(),
        p95,
        p99,
        uptime: Math.floor((monotonicMs() - since) / 1000),
      }
    },
    /** By route and method, busiest first; p50, p95 and p99 of the latest 512 of each. */
    byRoute: (): RouteFigures[] =>
      [...routes.values()]
        .toSorted((a, b) => b.counter.requests() - a.counter.requests())
        .map(({ route, method, counter }) => {
          const [p50 = 0, p95 = 0, p99 = 0] = counter.percentiles(0.5, 0.95, 0.99)
          const counts = {
            requests: counter.requests(),
            errors: counter.count(isServerError),
            clientErrors: counter.count(isClientError),
          }
          const times = { avgResponseTime: counter.averageMs(), p50, p95, p99 }
          return { route, method, ...counts, ...times, byStatus: counter.byStatus() }
        }),
  }
}
