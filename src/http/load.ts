// Load shedding: cheap requests are always answered; expensive ones get 503 while there is more work than can be done in time.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { RequestError } from './errors.ts'

export interface Load {
  /** Is there capacity for work with this many asks? Always true for 0. */
  hasRoom(asks: number, client?: string): boolean
  /**
   * Reserves capacity for work with this many asks, and returns the function that releases it. Without `client` no share per client applies.
   * @throws RequestError 503 if there is no capacity.
   */
  takeRoom(asks: number, client?: string): () => void
  /**
   * Checks whether there is capacity for deferrable work.
   * @throws RequestError 503 if there is none.
   */
  check(): void
  /** Records the end of an ask, to estimate the cost of one. */
  heard(): void
  /** A sentence while requests are being rejected; else empty. */
  troubles(): readonly string[]
}

/** Event loop measurements: delay in nanoseconds, and active time. */
interface Loop {
  readonly delay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'reset' | 'mean' | 'count'>
  /** Total active time in milliseconds. */
  activeMs(): number
}

export interface LoadParts {
  /** Mean event loop lag above which requests are rejected; 0: never reject. */
  readonly maxLagMs: number
  readonly metrics: Pick<Metrics, 'refused'>
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  readonly loop?: Loop
}

/**
 * All accepted asks must finish within this time, by their estimated cost: with more of them no client would have a complete answer within the
 * usual deadline of 8 s.
 */
const worthMs = 7_000
/** Initial estimate of the cost of an ask; a search of all sources is 131 asks. */
const usualCostMs = 1
/** Waiting asks take memory too, about 5 MB per search. */
const mostAsks = 8_000
/** A search with at most this many uncached asks is cheap: it may use `fewShare` times the capacity. */
const fewAsks = 10
const fewShare = 1.5
/** Minimum asks in a window for an estimate of their cost. */
const enoughAsks = 100
/** Weight of the latest window in the moving average. */
const newsShare = 0.3

/** Length of a measurement window. */
const windowMs = 1_000
/** A single late window may have been one large page; two in a row mean overload. */
const lateWindows = 2
/** Sampling interval of the delay monitor, which is also the value it reports for an idle loop. */
const resolutionMs = 20

/** Range of Retry-After in seconds; randomised so that rejected clients do not return together. Running searches end within it. */
const againS = { from: 4, to: 8 }

/** Overload is considered over after this long without a rejection. */
const overAfterMs = 10_000

/** Why a request is rejected: total load, or the load caused by its own client. */
interface Lack {
  readonly why: string
  readonly isItsOwn?: boolean
}

/** Creates the load shedder, and starts measuring the event loop. */
export function createLoad(parts: LoadParts): Load {
  const { maxLagMs } = parts
  const loop = parts.loop ?? watchedLoop()
  const lag = watchLag(maxLagMs, loop)
  const cost = watchCost(loop)
  const turned = createTurnedAway(parts)
  const running = createRunning()
  setInterval(() => {
    lag.look()
    cost.look()
    turned.look()
  }, windowMs).unref()

  /** The reason to reject the work. Without lag, one search is always accepted, however many asks it needs. */
  function lacking(asks: number, client: string | undefined): Lack | undefined {
    if (maxLagMs === 0 || asks === 0) return undefined
    if (lag.isLate()) return { why: `the event loop is ${Math.round(lag.ms())} ms late` }
    const most = Math.min(mostAsks, worthMs / cost.ms()) * (asks <= fewAsks ? fewShare : 1)
    const own = client === undefined ? 0 : running.of(client)
    const all = running.all()
    // A client may use half of what others leave, so that capacity remains for the next client.
    if (own > 0 && all - own + 2 * (own + asks) > most)
      return { why: `${own} asks of sites are running for this client`, isItsOwn: true }
    return all > 0 && all + asks > most ? { why: `${all} asks of sites are running` } : undefined
  }

  function checkFor(asks: number, client?: string): void {
    const lack = lacking(asks, client)
    if (!lack) return
    parts.metrics.refused('busy')
    // A client that exceeds its own share is no problem of the service.
    if (!lack.isItsOwn) turned.note(lack.why)
    throw tooMuch(lack, parts.random())
  }

  return {
    hasRoom: (asks, client) => lacking(asks, client) === undefined,
    // Deferrable work is never treated as a cheap search.
    check: () => checkFor(fewAsks + 1),
    takeRoom(asks, client) {
      checkFor(asks, client)
      running.add(asks, client)
      let isIn = true
      return () => {
        if (isIn) running.add(-asks, client)
        isIn = false
      }
    },
    heard: cost.heard,
    troubles: turned.troubles,
  }
}

function tooMuch({ why }: Lack, chance: number): RequestError {
  const seconds = againS.from + Math.floor(chance * (againS.to - againS.from + 1))
  return new RequestError(503, `service: overloaded (${why}); retry in ${seconds} s`, {
    code: 'SERVICE_BUSY',
    headers: { 'retry-after': String(seconds) },
  })
}

/** Counts running asks, in total and by client. */
function createRunning() {
  const ofClients = new Map<string, number>()
  let all = 0
  return {
    all: () => all,
    of: (client: string) => ofClients.get(client) ?? 0,
    add(asks: number, client: string | undefined): void {
      all += asks
      if (client === undefined) return
      const own = (ofClients.get(client) ?? 0) + asks
      if (own > 0) ofClients.set(client, own)
      else ofClients.delete(client)
    },
  }
}

function watchedLoop(): Loop {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  return { delay, activeMs: () => performance.eventLoopUtilization().active }
}

/** Estimates the cost of an ask in milliseconds: recent active time divided by the asks that ended. */
function watchCost({ activeMs }: Loop) {
  let ms = usualCostMs
  let asks = 0
  let before = activeMs()
  return {
    heard(): void {
      asks += 1
    },
    look(): void {
      const active = activeMs()
      if (asks >= enoughAsks) ms += newsShare * ((active - before) / asks - ms)
      before = active
      asks = 0
    },
    ms: () => ms,
  }
}

/** Detects lag: two late windows in a row begin it, and a window with less than half the limit ends it. */
function watchLag(maxLagMs: number, { delay: loop }: Loop) {
  loop.enable()
  let ms = 0
  let late = 0
  return {
    look(): void {
      if (loop.count === 0) return
      ms = Math.max(0, loop.mean / 1e6 - resolutionMs)
      loop.reset()
      if (ms > maxLagMs) late += 1
      else if (late < lateWindows || ms < maxLagMs / 2) late = 0
    },
    isLate: () => late >= lateWindows,
    ms: () => ms,
  }
}

/** Counts rejected requests; logs one line when rejecting begins and one when it is over. */
function createTurnedAway({ log, epochMs }: LoadParts) {
  let spell: { readonly since: number; last: number; count: number; why: string } | undefined
  return {
    note(why: string): void {
      if (!spell) log.warn(`overloaded (${why}): requests that need upstream calls get 503 until it is over`)
      spell = { since: spell?.since ?? epochMs(), last: epochMs(), count: (spell?.count ?? 0) + 1, why }
    },
    look(): void {
      if (!spell || epochMs() - spell.last < overAfterMs) return
      const seconds = Math.ceil((spell.last - spell.since) / 1000)
      log.info(`no longer overloaded; ${spell.count} requests were rejected within ${seconds} s`)
      spell = undefined
    },
    troubles: (): readonly string[] =>
      spell ? [`the service is overloaded (${spell.why}): searches and forced lists are rejected`] : [],
  }
}
