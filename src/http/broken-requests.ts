// Answers to what is not readable as a request at all, so that even these get the contract's error body.
import type { FastifyServerOptions } from 'fastify'
import { openHeaders } from './access.ts'
import { errorText, RequestError } from './errors.ts'
import { requestLimits } from './limits.ts'

const lingerMs = 500

const notHttp = new RequestError(400, 'request: is not valid HTTP/1.1')

const unencoded =
  'path or query string: has characters that must be percent-encoded, like blanks and Chinese (curl: -G --data-urlencode)'

const answers: ReadonlyMap<string, RequestError> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    new RequestError(431, `headers: must be at most ${requestLimits.headerBytes} bytes with the path`),
  ],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', new RequestError(413, 'body: its chunk extensions are too large')],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    new RequestError(408, `request: must arrive within ${requestLimits.arrivalMs / 1000} s`),
  ],
  // What a character outside ASCII and a bare blank come to; people type both into curl.
  ['HPE_INVALID_URL', new RequestError(400, unencoded)],
  ['HPE_INVALID_CONSTANT', new RequestError(400, unencoded)],
])

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

function responseText({ status, message }: RequestError): string {
  const body = errorText(status, message)
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
  // The rest of a request that was already answered here arrives as further errors.
  if (!socket.writable || error.code === 'ECONNRESET') return
  socket.end(responseText(answers.get(error.code) ?? notHttp))
  // Closed a little later, not at once: closing while the client still sends would reset the connection and lose the answer.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
