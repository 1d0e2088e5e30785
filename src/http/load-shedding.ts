// Load shedding: cheap requests are always answered; expensive ones get 503 while there is more work than can be done in time.

import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Logger } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { RequestError } from './errors.ts'

export type LoadShedder = ReturnType<typeof createLoadShedder>

/** Event loop measurements: delay in nanoseconds, active time and processor time of this thread in milliseconds. */
interface EventLoopProbe {
  readonly delay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'reset' | 'mean' | 'count'>
  activeMs(): number
  cpuMs(): number
}

interface LoadShedderOptions {
  /** Mean event loop lag above which requests are rejected; 0: never reject. */
  readonly maxLagMs: number
  readonly metrics: Pick<Metrics, 'recordRejection'>
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** From 0 to below 1. */
  readonly random: () => number
  readonly loop?: EventLoopProbe
}

/**
 * Asks of sources that may run at once: what a process does within 7 s at 2.5 ms for each; a search of all sources is 131 asks. Without this
 * limit none of sixty clients got a complete answer within the deadline of 8 s, and memory grew to 516 MB (decision 27).
 */
const maxAsks = 2_800
/** A search with at most this many uncached asks is cheap: it may use `cheapShare` times the capacity. */
const maxCheapAsks = 10
const cheapShare = 1.5
/** Least processor time for an estimate of the slowdown. */
const minSampleMs = 100
/** Between two looks at the lag. */
const windowMs = 1_000
/** Windows of the mean lag; so many that the start and one large page do not count as a blocked event loop. */
const meanWindows = 10
/** A single late window may have been one large page; two in a row mean overload. */
const minLateWindows = 2
/** Sampling interval of the delay monitor, which is also the value it reports for an idle loop. */
const resolutionMs = 20
/** Range of Retry-After in seconds; randomised so that rejected clients do not return together. Running searches end within it. */
const retryAfterRangeS = { from: 4, to: 8 }
/** Overload is over when no request was rejected for so long. */
const recoveryMs = 10_000

/** Why a request is rejected: total load, or the load caused by its own client. */
interface Rejection {
  readonly reason: string
  readonly isOwnLoad?: boolean
}

export function createLoadShedder(options: LoadShedderOptions) {
  const { maxLagMs, metrics, random, loop = createEventLoopProbe() } = options
  const lag = createLagMonitor(maxLagMs, loop)
  const slowdown = createSlowdown(loop)
  const overload = createOverloadLog(options)
  const running = new Map<string | undefined, number>()
  let all = 0

  const ownAsks = (client: string | undefined): number => (client === undefined ? 0 : (running.get(client) ?? 0))

  /** The reason to reject the work. Without lag, one search is always accepted, however many asks it needs. */
  function rejectionOf(asks: number, client: string | undefined): Rejection | undefined {
    if (maxLagMs === 0 || asks === 0) return undefined
    if (lag.isLate()) return { reason: `the event loop is ${Math.round(lag.ms())} ms late` }
    const capacity = (maxAsks / slowdown()) * (asks <= maxCheapAsks ? cheapShare : 1)
    const own = ownAsks(client)
    // A client may use half of what others leave, so that capacity remains for the next client.
    if (own > 0 && all - own + 2 * (own + asks) > capacity)
      return { reason: `${own} asks of sites are running for this client`, isOwnLoad: true }
    return all > 0 && all + asks > capacity ? { reason: `${all} asks of sites are running` } : undefined
  }

  function requireCapacityFor(asks: number, client?: string): void {
    const rejection = rejectionOf(asks, client)
    if (!rejection) return
    metrics.recordRejection('busy')
    // A client that exceeds its own share is no problem of the service.
    if (!rejection.isOwnLoad) overload.note(rejection.reason)
    throw overloadError(rejection, random())
  }

  function add(asks: number, client: string | undefined): void {
    all += asks
    running.set(client, (running.get(client) ?? 0) + asks)
    if (running.get(client) === 0) running.delete(client)
  }

  return {
    /** Is there capacity for work with this many asks? Always true for 0. */
    hasCapacity: (asks: number, client?: string): boolean => rejectionOf(asks, client) === undefined,
    /** Checks whether there is capacity for deferrable work, which is never treated as a cheap search. @throws RequestError 503 if there is none. */
    requireCapacity: () => requireCapacityFor(maxCheapAsks + 1),
    /**
     * Reserves capacity for work with this many asks, and returns the function that releases it. Without `client` no share per client applies.
     * @throws RequestError 503 if there is no capacity.
     */
    reserve(asks: number, client?: string): () => void {
      requireCapacityFor(asks, client)
      add(asks, client)
      let isReserved = true
      return () => {
        if (isReserved) add(-asks, client)
        isReserved = false
      }
    },
    /** A sentence while requests are being rejected; else empty. */
    troubles: overload.troubles,
    /** The mean lag of the event loop in the last 10 s. */
    meanLagMs: lag.meanMs,
  }
}

function overloadError({ reason }: Rejection, random: number): RequestError {
  const seconds = retryAfterRangeS.from + Math.floor(random * (retryAfterRangeS.to - retryAfterRangeS.from + 1))
  return new RequestError(503, `service: overloaded (${reason}); retry in ${seconds} s`, {
    code: 'SERVICE_BUSY',
    headers: { 'retry-after': String(seconds) },
  })
}

function createEventLoopProbe(): EventLoopProbe {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const activeMs = () => performance.eventLoopUtilization().active
  return { delay: monitorEventLoopDelay({ resolution: resolutionMs }), activeMs, cpuMs }
}

/**
 * How many times longer work takes than its processor time, because other threads and processes use the processor. Known before the first ask,
 * by the work of the start: on a machine with a load of 30 none of 40 first searches was answered or refused within 15 s (decision 27).
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
  let recent: readonly number[] = Array(meanWindows).fill(0)
  let ms = 0
  let late = 0
  setInterval(() => {
    // A loop that stood still has no samples.
    if (loop.count === 0) return
    ms = Math.max(0, loop.mean / 1e6 - resolutionMs)
    loop.reset()
    recent = [...recent.slice(1), ms]
    if (ms > maxLagMs) late += 1
    else if (late < minLateWindows || ms < maxLagMs / 2) late = 0
  }, windowMs).unref()
  return {
    isLate: () => late >= minLateWindows,
    ms: () => ms,
    meanMs: () => recent.reduce((sum, one) => sum + one, 0) / meanWindows,
  }
}

/** Logs one line when rejecting begins and one when it is over. */
function createOverloadLog({ log }: Pick<LoadShedderOptions, 'log'>) {
  let count = 0
  let latestReason = ''
  let ending: NodeJS.Timeout | undefined
  const end = () => {
    log.info(`no longer overloaded; ${count} requests were rejected`)
    count = 0
    ending = undefined
  }
  return {
    note(reason: string): void {
      if (!ending) log.warn(`overloaded (${reason}): requests that need upstream calls get 503 until it is over`)
      ending = ending?.refresh() ?? setTimeout(end, recoveryMs).unref()
      count += 1
      latestReason = reason
    },
    troubles: (): readonly string[] =>
      count > 0 ? [`the service is overloaded (${latestReason}): searches and forced lists are rejected`] : [],
  }
}
