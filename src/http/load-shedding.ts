// Load shedding: cheap requests are always answered; expensive ones get 503 while there is more work than can be done in time.

import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { ageMs } from '../async/ages.ts'
import type { Logger } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { RequestError } from './errors.ts'

export type LoadShedder = ReturnType<typeof createLoadShedder>

/** Event loop measurements: delay in nanoseconds, active time and processor time. */
interface EventLoopProbe {
  readonly delay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'reset' | 'mean' | 'count'>
  activeMs(): number
  /** Processor time of this thread. */
  cpuMs(): number
}

interface LoadShedderOptions {
  /** Mean event loop lag above which requests are rejected; 0: never reject. */
  readonly maxLagMs: number
  readonly metrics: Pick<Metrics, 'recordRejection'>
  readonly log: Pick<Logger, 'warn' | 'info'>
  readonly epochMs: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  readonly loop?: EventLoopProbe
}

/**
 * All accepted asks must finish within this time, by their estimated cost: with more of them no client would have a complete answer within the
 * usual deadline of 8 s.
 */
const maxBacklogMs = 7_000
/**
 * The estimate of the processor time of an ask, at first and at least: what a page of usual size takes in a process that has just started. Cheap
 * asks, such as those of small lists, say nothing about a crowd of searches. A search of all sources is 131 asks.
 */
const leastCostMs = 2.5
/** A search with at most this many uncached asks is cheap: it may use `cheapShare` times the capacity. */
const maxCheapAsks = 10
const cheapShare = 1.5
/** Minimum asks in a window for an estimate of their cost. */
const minSampleAsks = 100
/** Minimum processor time for an estimate of the slowdown. */
const minSampleMs = 100
/** Weight of the latest window in the moving average. */
const latestWeight = 0.3

/** Length of a measurement window. */
const windowMs = 1_000
/** A single late window may have been one large page; two in a row mean overload. */
const minLateWindows = 2
/** Sampling interval of the delay monitor, which is also the value it reports for an idle loop. */
const resolutionMs = 20

/** Range of Retry-After in seconds; randomised so that rejected clients do not return together. Running searches end within it. */
const retryAfterRangeS = { from: 4, to: 8 }

const recoveryMs = 10_000

/** Why a request is rejected: total load, or the load caused by its own client. */
interface Rejection {
  readonly reason: string
  readonly isOwnLoad?: boolean
}

export function createLoadShedder(parts: LoadShedderOptions) {
  const { maxLagMs } = parts
  const loop = parts.loop ?? createEventLoopProbe()
  const lag = createLagMonitor(maxLagMs, loop)
  const cost = createCostEstimate(loop)
  const rejections = createRejectionLog(parts)
  const running = createRunningAsks()
  setInterval(() => {
    lag.sample()
    cost.sample()
    rejections.sample()
  }, windowMs).unref()

  /** The reason to reject the work. Without lag, one search is always accepted, however many asks it needs. */
  function rejectionReason(asks: number, client: string | undefined): Rejection | undefined {
    if (maxLagMs === 0 || asks === 0) return undefined
    if (lag.isLate()) return { reason: `the event loop is ${Math.round(lag.ms())} ms late` }
    const capacity = (maxBacklogMs / cost.ms()) * (asks <= maxCheapAsks ? cheapShare : 1)
    const clientAsks = client === undefined ? 0 : running.of(client)
    const all = running.all()
    // A client may use half of what others leave, so that capacity remains for the next client.
    if (clientAsks > 0 && all - clientAsks + 2 * (clientAsks + asks) > capacity)
      return { reason: `${clientAsks} asks of sites are running for this client`, isOwnLoad: true }
    return all > 0 && all + asks > capacity ? { reason: `${all} asks of sites are running` } : undefined
  }

  function requireCapacityFor(asks: number, client?: string): void {
    const rejection = rejectionReason(asks, client)
    if (!rejection) return
    parts.metrics.recordRejection('busy')
    // A client that exceeds its own share is no problem of the service.
    if (!rejection.isOwnLoad) rejections.note(rejection.reason)
    throw overloadError(rejection, parts.random())
  }

  return {
    /** Is there capacity for work with this many asks? Always true for 0. */
    hasCapacity: (asks: number, client?: string): boolean => rejectionReason(asks, client) === undefined,
    /** Checks whether there is capacity for deferrable work, which is never treated as a cheap search. @throws RequestError 503 if there is none. */
    requireCapacity: () => requireCapacityFor(maxCheapAsks + 1),
    /**
     * Reserves capacity for work with this many asks, and returns the function that releases it. Without `client` no share per client applies.
     * @throws RequestError 503 if there is no capacity.
     */
    reserve(asks: number, client?: string): () => void {
      requireCapacityFor(asks, client)
      running.add(asks, client)
      let isReserved = true
      return () => {
        if (isReserved) running.add(-asks, client)
        isReserved = false
      }
    },
    /** Records the end of an ask, to estimate the cost of one. */
    recordAskEnd: cost.recordAskEnd,
    /** A sentence while requests are being rejected; else empty. */
    troubles: rejections.troubles,
  }
}

function overloadError({ reason }: Rejection, random: number): RequestError {
  const seconds = retryAfterRangeS.from + Math.floor(random * (retryAfterRangeS.to - retryAfterRangeS.from + 1))
  return new RequestError(503, `service: overloaded (${reason}); retry in ${seconds} s`, {
    code: 'SERVICE_BUSY',
    headers: { 'retry-after': String(seconds) },
  })
}

function createRunningAsks() {
  const ofClients = new Map<string, number>()
  let all = 0
  return {
    all: () => all,
    of: (client: string) => ofClients.get(client) ?? 0,
    add(asks: number, client: string | undefined): void {
      all += asks
      if (client === undefined) return
      const clientAsks = (ofClients.get(client) ?? 0) + asks
      if (clientAsks > 0) ofClients.set(client, clientAsks)
      else ofClients.delete(client)
    },
  }
}

function createEventLoopProbe(): EventLoopProbe {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  return { delay, activeMs: () => performance.eventLoopUtilization().active, cpuMs }
}

/** Estimates how long an ask takes in milliseconds: the recent processor time of one, times the slowdown. */
function createCostEstimate(loop: EventLoopProbe) {
  const slowdown = createSlowdown(loop)
  let askMs = leastCostMs
  let asks = 0
  let before = loop.cpuMs()
  return {
    recordAskEnd(): void {
      asks += 1
    },
    sample(): void {
      const cpu = loop.cpuMs()
      if (asks >= minSampleAsks) askMs += latestWeight * (Math.max(leastCostMs, (cpu - before) / asks) - askMs)
      before = cpu
      asks = 0
    },
    ms: () => askMs * slowdown(),
  }
}

/**
 * How many times longer work takes than its processor time, because other threads and processes use the processor. Known before the first
 * ask, by the work of the start: on a busy machine the first crowd must not be accepted as though there were a whole processor for it.
 */
function createSlowdown({ activeMs, cpuMs }: EventLoopProbe): () => number {
  let before = { active: activeMs(), cpu: cpuMs() }
  let slowdown = 1
  return () => {
    const now = { active: activeMs(), cpu: cpuMs() }
    const cpu = now.cpu - before.cpu
    if (cpu < minSampleMs) return slowdown
    slowdown = Math.max(1, (now.active - before.active) / cpu)
    before = now
    return slowdown
  }
}

/** Detects lag: two late windows in a row begin it, and a window with less than half the limit ends it. */
function createLagMonitor(maxLagMs: number, { delay: loop }: EventLoopProbe) {
  loop.enable()
  let ms = 0
  let late = 0
  return {
    sample(): void {
      if (loop.count === 0) return
      ms = Math.max(0, loop.mean / 1e6 - resolutionMs)
      loop.reset()
      if (ms > maxLagMs) late += 1
      else if (late < minLateWindows || ms < maxLagMs / 2) late = 0
    },
    isLate: () => late >= minLateWindows,
    ms: () => ms,
  }
}

/** Counts rejected requests; logs one line when rejecting begins and one when it is over. */
function createRejectionLog({ log, epochMs }: LoadShedderOptions) {
  let episode: { readonly since: number; last: number; count: number; reason: string } | undefined
  return {
    note(reason: string): void {
      if (!episode) log.warn(`overloaded (${reason}): requests that need upstream calls get 503 until it is over`)
      episode = { since: episode?.since ?? epochMs(), last: epochMs(), count: (episode?.count ?? 0) + 1, reason }
    },
    sample(): void {
      if (!episode || ageMs(epochMs(), episode.last) < recoveryMs) return
      const seconds = Math.ceil((episode.last - episode.since) / 1000)
      log.info(`no longer overloaded; ${episode.count} requests were rejected within ${seconds} s`)
      episode = undefined
    },
    troubles: (): readonly string[] =>
      episode ? [`the service is overloaded (${episode.reason}): searches and forced lists are rejected`] : [],
  }
}
