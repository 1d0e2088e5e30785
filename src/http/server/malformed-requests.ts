// Answers bytes that cannot be parsed as an HTTP request, so that even these get our error body; checks the Host header for the same reason.
import { STATUS_CODES } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { badRequest, defaultErrorBody, type RequestError } from '../errors.ts'
import { defaultHeaders } from '../headers.ts'
import { requestLimits } from './request-limits.ts'

const lingerMs = 500

const notHttp = badRequest('request', 'is not valid HTTP/1.1')

const notPercentEncoded = badRequest(
  'path or query string',
  'has characters that must be percent-encoded, like blanks and Chinese (curl: -G --data-urlencode)',
)

const errorsByCode: ReadonlyMap<string, RequestError> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    badRequest('headers', `must be at most ${requestLimits.headerBytes} bytes with the path`, 431),
  ],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', badRequest('body', 'its chunk extensions are too large', 413)],
  ['ERR_HTTP_REQUEST_TIMEOUT', badRequest('request', `must arrive within ${requestLimits.arrivalMs / 1000} s`, 408)],
  // A character outside ASCII and an unencoded blank lead to these; people type both into curl.
  ['HPE_INVALID_URL', notPercentEncoded],
  ['HPE_INVALID_CONSTANT', notPercentEncoded],
])

/** Uses the default error body: the path of an unparsable request is unknown. */
function formatResponse(error: RequestError): string {
  const { status } = error
  const body = defaultErrorBody(error)
  const headers = {
    ...defaultHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

/** The server's `clientErrorHandler`. */
export const rejectMalformed: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  // The remaining bytes of a request that was already answered here arrive as further errors.
  if (!socket.writable || error.code === 'ECONNRESET') return
  socket.end(formatResponse(errorsByCode.get(error.code) ?? notHttp))
  // Closed with a delay: closing while the client still sends would reset the connection and lose the response.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/**
 * Replaces Node's `requireHostHeader`, which answers without a body and silently takes the first of two Host headers.
 * @throws RequestError 400 if the header is missing (HTTP/1.1 only) or repeated.
 */
export function requireHostHeader(rawHeaders: readonly string[], httpVersion: string): void {
  const count = rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  ).length
  if (count > 1) throw badRequest('Host header', 'must be sent once')
  if (count === 0 && httpVersion === '1.1') throw badRequest('Host header', 'is required by HTTP/1.1')
}
