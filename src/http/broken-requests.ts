// Answers bytes that cannot be parsed as an HTTP request, so that even these get our error body.
import type { FastifyServerOptions } from 'fastify'
import { plainErrorText, type RequestError, refusal } from './errors.ts'
import { openHeaders } from './headers.ts'
import { requestLimits } from './limits.ts'

const lingerMs = 500

const notHttp = refusal('request', 'is not valid HTTP/1.1')

const unencoded = refusal(
  'path or query string',
  'has characters that must be percent-encoded, like blanks and Chinese (curl: -G --data-urlencode)',
)

const answers: ReadonlyMap<string, RequestError> = new Map([
  ['HPE_HEADER_OVERFLOW', refusal('headers', `must be at most ${requestLimits.headerBytes} bytes with the path`, 431)],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', refusal('body', 'its chunk extensions are too large', 413)],
  ['ERR_HTTP_REQUEST_TIMEOUT', refusal('request', `must arrive within ${requestLimits.arrivalMs / 1000} s`, 408)],
  // A character outside ASCII and an unencoded blank lead to these; people type both into curl.
  ['HPE_INVALID_URL', unencoded],
  ['HPE_INVALID_CONSTANT', unencoded],
])

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

/** Uses the default error body: the path of an unparsable request is unknown. */
function responseText(error: RequestError): string {
  const { status } = error
  const body = plainErrorText(error)
  const headers = {
    ...openHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${reasons[status]}`, ...lines, '', body].join('\r\n')
}

/** The server's `clientErrorHandler`. */
export const answerBrokenRequest: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  // The remaining bytes of a request that was already answered here arrive as further errors.
  if (!socket.writable || error.code === 'ECONNRESET') return
  socket.end(responseText(answers.get(error.code) ?? notHttp))
  // Closed with a delay: closing while the client still sends would reset the connection and lose the response.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
