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

function roundToTenths(ms: number): number {
  return Math.round(ms * 10) / 10
}

/** Creates a counter. Its memory is bounded: a window of durations, and a count per status. */
function createCounter(windowSize: number) {
  const latest: number[] = []
  const statuses = new Map<number, number>()
  let requests = 0
  let totalMs = 0
  const countOf = (isCounted: (status: number) => boolean) =>
    [...statuses].reduce((sum, [status, count]) => (isCounted(status) ? sum + count : sum), 0)
  return {
    add(status: number, ms: number): void {
      latest[requests % windowSize] = ms
      requests += 1
      totalMs += ms
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
    figures() {
      const sorted = latest.toSorted((a, b) => a - b)
      const percentile = (share: number) => roundToTenths(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
      return {
        requests,
        errors: countOf(isServerError),
        clientErrors: countOf(isClientError),
        avgResponseTime: requests === 0 ? 0 : roundToTenths(totalMs / requests),
        p50: percentile(0.5),
        p95: percentile(0.95),
        p99: percentile(0.99),
        byStatus: Object.fromEntries(statuses),
      }
    },
  }
}

export function createTrafficStats(monotonicMs: () => number) {
  const since = monotonicMs()
  const all = createCounter(totalWindow)
  // Bounded by the number of routes, methods and statuses: requests cannot add more.
  const routes = new Map<string, { route: string; method: string; counter: ReturnType<typeof createCounter> }>()

  return {
    record({ route, method, status, ms }: RequestOutcome): void {
      const key = `${method} ${route}`
      const entry = routes.get(key) ?? { route, method, counter: createCounter(routeWindow) }
      routes.set(key, entry)
      all.add(status, ms)
      entry.counter.add(status, ms)
    },
    /** All requests since startup; times in milliseconds, `uptime` in seconds, p95 and p99 of the latest 2048. */
    summary(): TrafficSummary {
      const { requests: totalRequests, errors: totalErrors, p50: _p50, byStatus: _byStatus, ...figures } = all.figures()
      const errorRate = totalRequests === 0 ? 0 : Math.round((totalErrors / totalRequests) * 10_000) / 10_000
      const uptime = Math.floor((monotonicMs() - since) / 1000)
      return { totalRequests, totalErrors, errorRate, ...figures, uptime }
    },
    /** By route and method, busiest first; p50, p95 and p99 of the latest 512 of each. */
    byRoute: (): RouteFigures[] =>
      [...routes.values()]
        .map(({ route, method, counter }) => ({ route, method, ...counter.figures() }))
        .toSorted((a, b) => b.requests - a.requests),
  }
}
