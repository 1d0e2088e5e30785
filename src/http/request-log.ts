// What is noted of each request once its connection is done with it: a log line, and its share of the traffic figures.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shown } from '../contract/shown.ts'
import type { Logger } from '../log.ts'
import { shortenAddress } from './addresses.ts'
import { type Clients, createClients } from './client.ts'
import { pathOf } from './target.ts'
import type { Finished } from './traffic.ts'

/** The longest search takes 30 s. A cold one takes seconds by its nature, as sites do. */
const slowMs = 35_000

/** We failed. Not so where there was too much to do: that is counted, and a flood of requests is to be no flood of lines. */
function isOurs(status: number): boolean {
  return status >= 500 && status !== 503
}

/** The pattern of the route that took a request, like `/lists/:id`; undefined when none did. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.routeOptions.url
}

/** A request that its connection is done with. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  /** As it was sent, or no more than its path. */
  readonly target: string
  readonly route: string
  readonly status: number
  readonly tookMs: number
  readonly bytes: number
  /** The client's. */
  readonly address: string
  /** The trace it belongs to, where there are traces. */
  readonly traceId?: string | undefined
  /** The client went before it had all. */
  readonly left?: boolean
}

export interface RequestLog {
  /** Notes the request once its connection is done with it. */
  watch(request: FastifyRequest, reply: FastifyReply): void
  /** Notes a request that was answered. */
  note(answered: Answered): void
}

export interface RequestLogParts {
  readonly log: Logger
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  readonly clients?: Clients
  heard(request: Finished): void
  /** The trace a request belongs to. */
  traceIdOf?: ((request: FastifyRequest) => string | undefined) | undefined
  /** Takes `debug` lines in the place of the log, where it shows none. */
  readonly unseen?: Unseen | undefined
}

/** Keeps lines that are made only if somebody asks for them; until then each takes about so many bytes. */
export interface Unseen {
  writeLater(make: () => string, bytes: number): void
  /** Epoch milliseconds. */
  readonly time: () => number
}

/** `debug`, as the log counts levels. */
const debugLevel = 20

/** What a line takes besides its request's target. */
const lineBytes = 500

/** Of the requests of one second so many have a line: those of a flood would push out all that was said before it. */
const mostEachSecond = 200

/** Most requests are never read about: to write their lines would take longer than to answer from what is kept. */
function createUnseenLines({ writeLater, time }: Unseen): (answered: Answered) => void {
  let since = 0
  let requests = 0

  function begin(at: number): void {
    const more = requests - mostEachSecond
    since = at
    requests = 0
    if (more > 0) writeLater(() => lineText(at, { msg: `${more} more requests have no line of their own` }), lineBytes)
  }

  return (answered) => {
    const at = time()
    if (Math.abs(at - since) >= 1_000) begin(at)
    requests += 1
    if (requests > mostEachSecond) return
    writeLater(() => lineText(at, { ...lineOf(answered), msg: 'request' }), lineBytes + answered.target.length)
  }
}

function lineText(time: number, fields: object): string {
  return JSON.stringify({ level: debugLevel, time, ...fields })
}

function lineOf({ requestId, traceId, method, route, status, bytes, target, tookMs, address, left }: Answered) {
  const seen = { path: shown(pathOf(target)), ms: Math.round(tookMs), ip: shortenAddress(address) }
  const traced = traceId === undefined ? {} : { traceId }
  return { requestId, ...traced, method, route, status, bytes, ...seen, ...(left ? { left } : {}) }
}

/**
 * Makes what logs requests and tells `heard` of them: our failures and what took longer than it should as `info`, others as `debug`; never what the query held, and of
 * the client's address no more than its network.
 */
export function createRequestLog({
  log,
  now,
  clients = createClients(),
  heard,
  unseen,
  traceIdOf,
}: RequestLogParts): RequestLog {
  const keepUnseen = unseen && createUnseenLines(unseen)
  const note = (answered: Answered): void => {
    const { route, method, status, tookMs } = answered
    heard({ route, method, status, ms: tookMs })
    const level = isOurs(status) || tookMs >= slowMs ? 'info' : 'debug'
    if (level === 'debug' && keepUnseen) keepUnseen(answered)
    else if (log.isLevelEnabled(level)) log[level](lineOf(answered), 'request')
  }
  return {
    note,
    watch(request, reply) {
      const start = now()
      // Read now: a socket that is closed has no address.
      const { address } = clients.of(request.raw)
      let left = true
      reply.raw.once('finish', () => {
        left = false
      })
      reply.raw.once('close', () => {
        note({
          requestId: request.id,
          traceId: traceIdOf?.(request),
          method: request.method,
          target: request.url,
          route: routeOf(request) ?? 'unrouted',
          // 499 is what proxies log for a client that left before there was an answer.
          status: reply.raw.headersSent ? reply.raw.statusCode : 499,
          tookMs: now() - start,
          bytes: Number(reply.getHeader('content-length') ?? 0),
          address,
          left,
        })
      })
    },
  }
}
