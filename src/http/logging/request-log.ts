// Request log: a log line and a traffic record for each finished request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { quoteInput } from '../../contract/quote-input.ts'
import type { Logger } from '../../observability/log.ts'
import { type ClientResolver, createClientResolver } from '../access/client-address.ts'
import { anonymizeIp } from '../access/ip-ranges.ts'
import { targetPath } from '../request-target.ts'
import type { RequestOutcome } from './traffic-stats.ts'

/** Requests that take longer are logged as slow. The longest search takes 30 s; uncached ones take seconds, as sites do. */
const slowMs = 35_000

/** Server errors, except 503 under load: these are counted, and a flood of requests must not flood the log. */
function isServerFailure(status: number): boolean {
  return status >= 500 && status !== 503
}

/** The pattern of the matched route, like `/lists/:id`; undefined if none matched. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.routeOptions.url
}

interface FinishedRequest {
  readonly requestId: string
  readonly method: string
  /** The request target, or only its path. */
  readonly target: string
  readonly route: string
  readonly status: number
  readonly tookMs: number
  readonly bytes: number
  readonly address: string
  readonly traceId?: string | undefined
  /** The client disconnected before the response was complete. */
  readonly left?: boolean
}

interface RequestLogOptions {
  readonly log: Logger
  readonly monotonicMs: () => number
  readonly resolveClient?: ClientResolver
  onFinished(request: RequestOutcome): void
  traceIdOf?: ((request: FastifyRequest) => string | undefined) | undefined
  /** Receives `debug` lines instead of the log if the log level hides them. */
  readonly bufferedOnly?: BufferedOnly | undefined
}

/** Buffers lines. */
export interface BufferedOnly {
  write(line: string): void
  readonly epochMs: () => number
}

/** pino's number for `debug`. */
const debugLevel = 20

/** Lines per second: those of a flood would displace all earlier lines. */
const maxLinesPerSecond = 200

/** Serializes lines without pino, and only few: most requests take less time than a line. */
function createLineBuffer({ write, epochMs }: BufferedOnly): (finished: FinishedRequest) => void {
  let secondStartedAt = 0
  let requests = 0

  const writeLine = (time: number, fields: object): void =>
    write(JSON.stringify({ level: debugLevel, time, ...fields }))

  function startSecond(at: number): void {
    const suppressed = requests - maxLinesPerSecond
    secondStartedAt = at
    requests = 0
    if (suppressed > 0) writeLine(at, { msg: `${suppressed} more requests were not logged one by one` })
  }

  return (finished) => {
    const at = epochMs()
    if (Math.abs(at - secondStartedAt) >= 1_000) startSecond(at)
    requests += 1
    // As text: if some of these objects are kept, V8 allocates all of them in the old generation, where garbage is expensive.
    if (requests <= maxLinesPerSecond) writeLine(at, { ...logFields(finished), msg: 'request' })
  }
}

/** The parameters of these routes are words of users: the title of a work, the name of a watch. */
const privateRoute = /:(?:key|name)\b/

function logFields({ target, tookMs, address, left, ...fields }: FinishedRequest) {
  const path = privateRoute.test(fields.route) ? fields.route : quoteInput(targetPath(target))
  return { ...fields, path, ms: Math.round(tookMs), ip: anonymizeIp(address), left: left || undefined }
}

/**
 * Creates the request log, which also calls `onFinished` for each request. Server errors and slow requests are logged as `info`, others as
 * `debug`; without the query, and with the client's network instead of its address.
 */
export function createRequestLog(options: RequestLogOptions) {
  const { log, monotonicMs, resolveClient = createClientResolver(), onFinished, bufferedOnly, traceIdOf } = options
  const bufferLine = bufferedOnly && createLineBuffer(bufferedOnly)
  const note = (finished: FinishedRequest): void => {
    const { route, method, status, tookMs } = finished
    onFinished({ route, method, status, ms: tookMs })
    const level = isServerFailure(status) || tookMs >= slowMs ? 'info' : 'debug'
    if (level === 'debug' && bufferLine) bufferLine(finished)
    else if (log.isLevelEnabled(level)) log[level](logFields(finished), 'request')
  }
  return {
    note,
    watch(request: FastifyRequest, reply: FastifyReply): void {
      const start = monotonicMs()
      // Read now: a closed socket has no address.
      const { address } = resolveClient(request.raw)
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
