// Forwards requests to the primary process and streams its responses back.
import { type Agent, request as ask, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { clientHeader } from '../http/client.ts'
import { readyHeader } from '../http/told-ready.ts'

interface HandOnParts {
  readonly socketPath: string
  readonly agent: Agent
  /** Value of the private header that names the client. */
  clientText(request: IncomingMessage): string
  /** Called for each response before it is sent back. */
  came(request: IncomingMessage, answer: IncomingMessage): void
  /** Answers a request that could not be forwarded. */
  failed(request: IncomingMessage, response: ServerResponse, error: Error): void
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/** Retry interval and limit while the primary cannot be reached because it is starting or busy. */
const againMs = 50
const longestMs = 5_000

/** Time to response headers; none of our responses takes longer. */
const answerMs = 70_000

/** Error codes that mean that nothing was sent. */
const unreached = new Set(['ECONNREFUSED', 'ENOENT', 'EAGAIN', 'EMFILE'])

/** Error codes of a broken connection. */
const broken = new Set(['ECONNRESET', 'EPIPE'])

/** Hop-by-hop headers, and headers between our processes. */
const ownHeaders = new Set(['connection', 'keep-alive', 'proxy-connection', clientHeader, readyHeader])
const notHandedOn = new Set([...ownHeaders, 'expect'])
const notHandedBack = new Set([...ownHeaders, 'transfer-encoding'])

/** Without `content-length: 0` Node would announce a chunked body for these methods. */
const withBody = new Set(['POST', 'PUT', 'PATCH'])

/** Creates the proxy. */
export function createHandOn(parts: HandOnParts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const asking = {
      request,
      response,
      until: parts.monotonicMs() + longestMs,
      mayRetry: !hasBody(request) && isSafe(request),
    }
    begin(asking, parts)
  }
}

interface Asking {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Retries end at this time. */
  readonly until: number
  /** May the request be repeated if the connection breaks? */
  readonly mayRetry: boolean
}

function begin(asking: Asking, parts: HandOnParts): void {
  const { request, response } = asking
  const upstream = open(request, parts)
  const leave = () => {
    if (!response.writableFinished) upstream.destroy()
  }
  response.once('close', leave)
  const silence = setTimeout(() => upstream.destroy(new Error(`no answer in ${answerMs} ms`)), answerMs)
  upstream.once('close', () => {
    clearTimeout(silence)
    // The rest of an unwanted body must not block the connection.
    if (response.headersSent) request.unpipe(upstream).resume()
  })
  upstream.once('response', (answer) => {
    clearTimeout(silence)
    handBack(asking, answer, parts)
  })
  upstream.on('error', (error) => {
    if (response.destroyed) return
    if (response.headersSent) {
      response.destroy()
      return
    }
    response.removeListener('close', leave)
    again(asking, error, parts)
  })
  send(request, upstream)
}

function open(request: IncomingMessage, { socketPath, agent, clientText }: HandOnParts): ClientRequest {
  const { method = 'GET', url = '/' } = request
  const headers = without(request.rawHeaders, notHandedOn)
  headers.push(clientHeader, clientText(request))
  if (withBody.has(method) && !hasBody(request)) headers.push('content-length', '0')
  return ask({ socketPath, agent, method, path: url, headers, maxHeaderSize: 64 * 1024 })
}

/** Sends the body only once connected, so that a retry still has all of it. */
function send(request: IncomingMessage, upstream: ClientRequest): void {
  if (!hasBody(request)) {
    upstream.end()
    return
  }
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => request.pipe(upstream))
    else request.pipe(upstream)
  })
}

function again(asking: Asking, error: Error, parts: HandOnParts): void {
  const { request, response, until, mayRetry } = asking
  const code = 'code' in error ? String(error.code) : ''
  if (unreached.has(code) && parts.monotonicMs() < until) {
    setTimeout(() => {
      if (!response.destroyed) begin(asking, parts)
    }, againMs)
  } else if (broken.has(code) && mayRetry) begin({ ...asking, mayRetry: false }, parts)
  else {
    parts.failed(request, response, error)
    request.resume()
  }
}

function handBack({ request, response }: Asking, answer: IncomingMessage, { came }: HandOnParts): void {
  came(request, answer)
  // The primary omits the header on purpose if the client may still be sending; Node would add it.
  if (answer.headers.connection === undefined) response.removeHeader('connection')
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, without(answer.rawHeaders, notHandedBack))
  // Flush headers at once for streams: the first chunk may take long.
  if (answer.headers['content-length'] === undefined) response.flushHeaders()
  // If one side aborts, the other is aborted; there is nobody to report to.
  pipeline(answer, response, () => undefined)
}

/** Copies raw headers (names and values alternating) without those in `names`. */
function without(rawHeaders: readonly string[], names: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_text, at) => !names.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function isSafe({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}
