// The 503 response of a worker that cannot reach the primary process.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RequestError, type SerializeError } from '../http/errors.ts'
import { defaultHeaders } from '../http/headers.ts'
import { targetPath } from '../http/request-target.ts'
import type { CacheHit } from '../http/response-cache/cache-hit-recorder.ts'

export interface UnavailableResponseOptions {
  readonly errorText: SerializeError
  requestId(request: IncomingMessage): string
  /** Called for each such response. */
  onSent(row: CacheHit): void
}

const retryAfterS = 2

/** Creates the handler; nothing may have been sent yet. */
export function createUnavailableResponse({ errorText, requestId, onSent }: UnavailableResponseOptions) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url = '/', socket } = request
    const id = requestId(request)
    const error = new RequestError(503, `service: is unavailable; retry in ${retryAfterS} s`)
    const body = Buffer.from(errorText(targetPath(url), error))
    const headers = {
      ...defaultHeaders,
      'x-request-id': id,
      'retry-after': String(retryAfterS),
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    }
    const [status, bytes, address] = [error.status, body.length, socket.remoteAddress ?? '']
    response.writeHead(status, headers).end(body)
    onSent({
      requestId: id,
      method,
      target: targetPath(url),
      route: 'unrouted',
      status,
      bytes,
      address,
      tookMs: 0,
      asks: 0,
    })
  }
}
