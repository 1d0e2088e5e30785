// Hands a request on to the process that does the work, and its answer back, both as they flow.
import { type Agent, request as ask, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { clientHeader } from '../http/client.ts'
import { readyHeader } from '../http/told-ready.ts'

interface HandOnParts {
  readonly socketPath: string
  readonly agent: Agent
  /** Who asks, in the words of the private header. */
  clientText(request: IncomingMessage): string
  /** Hears each answer before it is handed back. */
  came(request: IncomingMessage, answer: IncomingMessage): void
  /** Answers a request that could not be handed on. */
  failed(request: IncomingMessage, response: ServerResponse, error: Error): void
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
}

/** A process that starts or is very busy lets nobody in for a while; it is tried again so often and for so long. */
const againMs = 50
const longestMs = 5_000

/** No answer of ours takes longer than this to begin. */
const answerMs = 70_000

/** What says that nobody has been reached, so that nothing was sent. */
const unreached = new Set(['ECONNREFUSED', 'ENOENT', 'EAGAIN', 'EMFILE'])

/** What says that the connection broke. */
const broken = new Set(['ECONNRESET', 'EPIPE'])

/** What holds for one connection only, and what is between our processes. */
const ownHeaders = new Set(['connection', 'keep-alive', 'proxy-connection', clientHeader, readyHeader])
const notHandedOn = new Set([...ownHeaders, 'expect'])
const notHandedBack = new Set([...ownHeaders, 'transfer-encoding'])

/** Without a length Node would announce a body, in pieces, for these. */
const withBody = new Set(['POST', 'PUT', 'PATCH'])

/** Makes what hands on. */
export function createHandOn(parts: HandOnParts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const asking = { request, response, until: parts.now() + longestMs, mayRetry: !hasBody(request) && isSafe(request) }
    begin(asking, parts)
  }
}

interface Asking {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Nobody reached by then is out of reach. */
  readonly until: number
  /** May it be asked once more if the connection breaks? */
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
    // What is still to come of a body that nobody wants any more must not hold up the connection.
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

/** A body is begun only once somebody is there to take it, so that until then another try has all of it. */
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
  if (unreached.has(code) && parts.now() < until) {
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
  // Left out on purpose where a client may still be sending; Node would put one in.
  if (answer.headers.connection === undefined) response.removeHeader('connection')
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, without(answer.rawHeaders, notHandedBack))
  // Of a stream the head is worth something too, long before its first piece.
  if (answer.headers['content-length'] === undefined) response.flushHeaders()
  // When one side breaks off, the other is broken off; there is nobody left to tell.
  pipeline(answer, response, () => undefined)
}

/** Names and values in turn, as Node has them, without those of some names. */
function without(rawHeaders: readonly string[], names: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_text, at) => !names.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function isSafe({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}
