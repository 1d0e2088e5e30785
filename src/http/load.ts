// Under load: what costs little is always answered; what costs much is turned away while there is more of it than can be done in time.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { RequestError } from './errors.ts'

export interface Load {
  /** Is there room for work that asks so many sources? There always is for what asks none. */
  hasRoom(asks: number, client?: string): boolean
  /**
   * Takes room for work that asks so many sources, and gives what leaves it again. Who is no `client` is not held to a share of it.
   * @throws RequestError 503 when there is none.
   */
  takeRoom(asks: number, client?: string): () => void
  /**
   * Is this a moment for work that could be done later?
   * @throws RequestError 503 when it is not.
   */
  check(): void
  /** An ask has ended, after which more is known of what one costs. */
  heard(): void
  /** Why work is being turned away, a sentence; empty when none is. */
  troubles(): readonly string[]
}

/** The event loop: how late it is, in nanoseconds, and how long it has been at work. */
interface Loop {
  readonly delay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'reset' | 'mean' | 'count'>
  /** In all, in milliseconds. */
  activeMs(): number
}

export interface LoadParts {
  /** The event loop may be so late in the mean; 0: nothing is ever turned away. */
  readonly maxLagMs: number
  readonly metrics: Pick<Metrics, 'refused'>
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  readonly loop?: Loop
}

/**
 * All asks that have room are done within so long, by what one costs of the time of this process: with more of them, nobody would have a
 * whole answer within the usual deadline of 8 s.
 */
const worthMs = 7_000
/** What an ask costs as long as nothing better is known; a search of everything is 131 of them. */
const usualCostMs = 1
/** Waiting takes memory too, about 5 MB a search. */
const mostAsks = 8_000
/** A search of which all but so few are known costs little: it has room where others have none, as long as there are not too many of these either. */
const fewAsks = 10
const fewShare = 1.5
/** Fewer asks in a window say nothing of what one costs. */
const enoughAsks = 100
/** What the latest window says counts so much. */
const newsShare = 0.3

/** The event loop is looked at over so long. */
const windowMs = 1_000
/** One window may have been a single large page; two in a row are too much to do. */
const lateWindows = 2
/** The loop is asked this often; it is what a loop with nothing to do shows. */
const resolutionMs = 20

/** Who is turned away comes again after so many seconds, not all at once: by then the searches that run are answered. */
const againS = { from: 4, to: 8 }

/** It is over when nobody has been turned away for so long. */
const overAfterMs = 10_000

/** Why there is no room: because of all that is done, or because of what is done for the client that asks. */
interface Lack {
  readonly why: string
  readonly isItsOwn?: boolean
}

/** Makes what decides whether there is room. It looks at the event loop from now on. */
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

  /** Why there is no room for it. While nothing is late a single search always has room, however much it asks. */
  function lacking(asks: number, client: string | undefined): Lack | undefined {
    if (maxLagMs === 0 || asks === 0) return undefined
    if (lag.isLate()) return { why: `what is due comes ${Math.round(lag.ms())} ms late` }
    const most = Math.min(mostAsks, worthMs / cost.ms()) * (asks <= fewAsks ? fewShare : 1)
    const own = client === undefined ? 0 : running.of(client)
    const all = running.all()
    // Half of what others leave: however many take their share, there is room for the next.
    if (own > 0 && all - own + 2 * (own + asks) > most)
      return { why: `${own} asks of sites are waited for by this client`, isItsOwn: true }
    return all > 0 && all + asks > most ? { why: `${all} asks of sites are waited for` } : undefined
  }

  function checkFor(asks: number, client?: string): void {
    const lack = lacking(asks, client)
    if (!lack) return
    parts.metrics.refused('busy')
    // What one client does to itself is no trouble of the service.
    if (!lack.isItsOwn) turned.note(lack.why)
    throw tooMuch(lack, parts.random())
  }

  return {
    hasRoom: (asks, client) => lacking(asks, client) === undefined,
    // What is forced is no search of which nearly all is known.
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
  return new RequestError(503, `service: has too much to do (${why}); ask again in ${seconds} s`, {
    code: 'SERVICE_BUSY',
    headers: { 'retry-after': String(seconds) },
  })
}

/** Counts the asks that are waited for: all of them, and those of each client. */
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

/** Tells what an ask costs, in milliseconds: all that was done lately, spread over the asks that ended. */
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

/** Tells whether the event loop is late: late windows begin it, and only one that is less than half as late ends it. */
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

/** Counts who was turned away; the log has one line when it begins and one when it is over. */
function createTurnedAway({ log, now }: LoadParts) {
  let spell: { readonly since: number; last: number; count: number; why: string } | undefined
  return {
    note(why: string): void {
      if (!spell)
        log.warn(`too much to do (${why}): until it is over, what would have to ask sites is turned away with 503`)
      spell = { since: spell?.since ?? now(), last: now(), count: (spell?.count ?? 0) + 1, why }
    },
    look(): void {
      if (!spell || now() - spell.last < overAfterMs) return
      const seconds = Math.ceil((spell.last - spell.since) / 1000)
      log.info(`nobody is turned away any more; ${spell.count} requests were, within ${seconds} s`)
      spell = undefined
    },
    troubles: (): readonly string[] =>
      spell ? [`there is too much to do (${spell.why}): searches and forced lists are being turned away`] : [],
  }
}
