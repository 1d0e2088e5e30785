// Request log: a log line and a traffic record for each finished request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { shown } from '../contract/shown.ts'
import type { Logger } from '../log.ts'
import { shortenAddress } from './addresses.ts'
import { type Clients, createClients } from './client.ts'
import { pathOf } from './target.ts'
import type { Finished } from './traffic.ts'

/** Requests that take longer are logged as slow. The longest search takes 30 s; uncached ones take seconds, as sites do. */
const slowMs = 35_000

/** Server errors, except 503 under load: these are counted, and a flood of requests must not flood the log. */
function isOurs(status: number): boolean {
  return status >= 500 && status !== 503
}

/** The pattern of the matched route, like `/lists/:id`; undefined if none matched. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.routeOptions.url
}

/** A finished request. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  /** The request target, or only its path. */
  readonly target: string
  readonly route: string
  readonly status: number
  readonly tookMs: number
  readonly bytes: number
  /** IP address of the client. */
  readonly address: string
  /** Trace id, if tracing is enabled. */
  readonly traceId?: string | undefined
  /** The client disconnected before the response was complete. */
  readonly left?: boolean
}

export interface RequestLog {
  /** Logs the request when it is finished. */
  watch(request: FastifyRequest, reply: FastifyReply): void
  /** Logs a finished request. */
  note(answered: Answered): void
}

export interface RequestLogParts {
  readonly log: Logger
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
  readonly clients?: Clients
  heard(request: Finished): void
  /** Returns the trace id of a request. */
  traceIdOf?: ((request: FastifyRequest) => string | undefined) | undefined
  /** Receives `debug` lines instead of the log if the log level hides them. */
  readonly unseen?: Unseen | undefined
}

/** Buffers lines that are serialized only when read; until then each takes about `bytes`. */
export interface Unseen {
  writeLater(make: () => string, bytes: number): void
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
}

/** pino's number for `debug`. */
const debugLevel = 20

/** Size of a line without its request target. */
const lineBytes = 500

/** Lines per second: those of a flood would displace all earlier lines. */
const mostEachSecond = 200

/** Buffers lines lazily: most are never read, and serializing one would take longer than a cache hit. */
function createUnseenLines({ writeLater, epochMs }: Unseen): (answered: Answered) => void {
  let since = 0
  let requests = 0

  function begin(at: number): void {
    const more = requests - mostEachSecond
    since = at
    requests = 0
    if (more > 0) writeLater(() => lineText(at, { msg: `${more} more requests were not logged one by one` }), lineBytes)
  }

  return (answered) => {
    const at = epochMs()
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
  return { requestId, traceId, method, route, status, bytes, ...seen, left: left || undefined }
}

/**
 * Creates the request log, which also calls `heard` for each request. Server errors and slow requests are logged as `info`, others as
 * `debug`; without the query, and with the client's network instead of its address.
 */
export function createRequestLog({
  log,
  monotonicMs,
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
      const start = monotonicMs()
      // Read now: a closed socket has no address.
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
          // 499 is what proxies log if the client disconnected before the response.
          status: reply.raw.headersSent ? reply.raw.statusCode : 499,
          tookMs: monotonicMs() - start,
          bytes: Number(reply.getHeader('content-length') ?? 0),
          address,
          left,
        })
      })
    },
  }
}
