// The 503 response of a worker that cannot reach the primary process.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorText, RequestError } from '../http/errors.ts'
import { openHeaders } from '../http/headers.ts'
import type { TakenRow } from '../http/taken.ts'
import { pathOf } from '../http/target.ts'

export interface UnreachedParts {
  readonly errorText: ErrorText
  requestId(request: IncomingMessage): string
  /** Called for each such response. */
  told(row: TakenRow): void
}

const retryAfterS = 2

/** Creates the handler; nothing may have been sent yet. */
export function createUnreached({ errorText, requestId, told }: UnreachedParts) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url = '/', socket } = request
    const id = requestId(request)
    const error = new RequestError(503, `service: is unavailable; retry in ${retryAfterS} s`)
    const body = Buffer.from(errorText(pathOf(url), error))
    const headers = {
      ...openHeaders,
      'x-request-id': id,
      'retry-after': String(retryAfterS),
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    }
    const [status, bytes, address] = [error.status, body.length, socket.remoteAddress ?? '']
    response.writeHead(status, headers).end(body)
    told({ requestId: id, method, target: pathOf(url), route: 'unrouted', status, bytes, address, tookMs: 0, asks: 0 })
  }
}
