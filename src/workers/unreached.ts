// The answer to a request that could not be handed on: nobody is there who could answer it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openHeaders } from '../http/access.ts'
import { type ErrorText, RequestError } from '../http/errors.ts'
import type { TakenRow } from '../http/taken.ts'
import { pathOf } from '../http/target.ts'

export interface UnreachedParts {
  readonly errorText: ErrorText
  requestId(request: IncomingMessage): string
  /** Hears of each such answer. */
  told(row: TakenRow): void
}

const retryAfterS = 2

/** Makes the answer; it goes to where nothing has been sent yet. */
export function createUnreached({ errorText, requestId, told }: UnreachedParts) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url = '/', socket } = request
    const id = requestId(request)
    const error = new RequestError(503, `service: cannot be reached now; ask again in ${retryAfterS} s`)
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
