// Forwards requests to the primary process and streams its responses back.
import { type Agent, request as ask, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { clientHeader } from '../http/access/client-address.ts'
import { cacheMetadataHeader } from '../http/response-cache/cache-metadata-header.ts'

interface PrimaryProxyOptions {
  readonly socketPath: string
  readonly agent: Agent
  /** Value of the private header that names the client. */
  clientText(request: IncomingMessage): string
  /** Called for each response before it is sent back. */
  onResponse(request: IncomingMessage, reply: IncomingMessage): void
  /** Answers a request that could not be forwarded. */
  onFailure(request: IncomingMessage, response: ServerResponse, error: Error): void
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/** Retry interval and limit while the primary cannot be reached because it is starting or busy. */
const retryMs = 50
const maxRetryMs = 5_000

/** Time to response headers; none of our responses takes longer. */
const responseTimeoutMs = 70_000

/** Error codes that mean that nothing was sent. */
const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOENT', 'EAGAIN', 'EMFILE'])

/** Error codes of a broken connection. */
const resetErrorCodes = new Set(['ECONNRESET', 'EPIPE'])

/** Hop-by-hop headers, and headers between our processes. */
const hopByHopHeaders = new Set(['connection', 'keep-alive', 'proxy-connection', clientHeader, cacheMetadataHeader])
const omittedRequestHeaders = new Set([...hopByHopHeaders, 'expect'])
const omittedResponseHeaders = new Set([...hopByHopHeaders, 'transfer-encoding'])

/** Without `content-length: 0` Node would announce a chunked body for these methods. */
const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

/** Creates the proxy. */
export function createPrimaryProxy(
  options: PrimaryProxyOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const attempt = {
      request,
      response,
      retryUntil: options.monotonicMs() + maxRetryMs,
      mayRetry: !hasBody(request) && isSafeMethod(request),
    }
    forward(attempt, options)
  }
}

interface ForwardAttempt {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Retries end at this time. */
  readonly retryUntil: number
  /** May the request be repeated if the connection breaks? */
  readonly mayRetry: boolean
}

function forward(attempt: ForwardAttempt, options: PrimaryProxyOptions): void {
  const { request, response } = attempt
  const upstream = openRequest(request, options)
  const onDisconnect = () => {
    if (!response.writableFinished) upstream.destroy()
  }
  response.once('close', onDisconnect)
  const responseTimer = setTimeout(
    () => upstream.destroy(new Error(`no answer in ${responseTimeoutMs} ms`)),
    responseTimeoutMs,
  )
  upstream.once('close', () => {
    clearTimeout(responseTimer)
    // The rest of an unwanted body must not block the connection.
    if (response.headersSent) request.unpipe(upstream).resume()
  })
  upstream.once('response', (reply) => {
    clearTimeout(responseTimer)
    pipeResponse(attempt, reply, options)
  })
  upstream.on('error', (error) => {
    if (response.destroyed) return
    if (response.headersSent) {
      response.destroy()
      return
    }
    response.removeListener('close', onDisconnect)
    retryOrFail(attempt, error, options)
  })
  sendBody(request, upstream)
}

function openRequest(request: IncomingMessage, { socketPath, agent, clientText }: PrimaryProxyOptions): ClientRequest {
  const { method = 'GET', url = '/' } = request
  const headers = withoutHeaders(request.rawHeaders, omittedRequestHeaders)
  headers.push(clientHeader, clientText(request))
  if (bodyMethods.has(method) && !hasBody(request)) headers.push('content-length', '0')
  return ask({ socketPath, agent, method, path: url, headers, maxHeaderSize: 64 * 1024 })
}

/** Sends the body only once connected, so that a retry still has all of it. */
function sendBody(request: IncomingMessage, upstream: ClientRequest): void {
  if (!hasBody(request)) {
    upstream.end()
    return
  }
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => request.pipe(upstream))
    else request.pipe(upstream)
  })
}

function retryOrFail(attempt: ForwardAttempt, error: Error, options: PrimaryProxyOptions): void {
  const { request, response, retryUntil, mayRetry } = attempt
  const code = 'code' in error ? String(error.code) : ''
  if (connectErrorCodes.has(code) && options.monotonicMs() < retryUntil) {
    setTimeout(() => {
      if (!response.destroyed) forward(attempt, options)
    }, retryMs)
  } else if (resetErrorCodes.has(code) && mayRetry) forward({ ...attempt, mayRetry: false }, options)
  else {
    options.onFailure(request, response, error)
    request.resume()
  }
}

function pipeResponse(
  { request, response }: ForwardAttempt,
  reply: IncomingMessage,
  { onResponse }: PrimaryProxyOptions,
): void {
  onResponse(request, reply)
  // The primary omits the header on purpose if the client may still be sending; Node would add it.
  if (reply.headers.connection === undefined) response.removeHeader('connection')
  response.writeHead(
    reply.statusCode ?? 502,
    reply.statusMessage,
    withoutHeaders(reply.rawHeaders, omittedResponseHeaders),
  )
  // Flush headers at once for streams: the first chunk may take long.
  if (reply.headers['content-length'] === undefined) response.flushHeaders()
  // If one side aborts, the other is aborted; there is nobody to report to.
  pipeline(reply, response, () => undefined)
}

/** Copies raw headers (names and values alternating) without those in `names`. */
function withoutHeaders(rawHeaders: readonly string[], names: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_text, at) => !names.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function isSafeMethod({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}
