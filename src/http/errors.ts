// RequestError, and the one place where an error becomes a response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import { requestLimits } from './limits.ts'

/** The caller's mistake: answered with `status` and `message`, which names the parameter and what is allowed. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The text of an error's body. */
export function errorText(status: number, message: string): string {
  return JSON.stringify({ code: status, message })
}

/** What the framework, and Node's own body stream, throw at a request they cannot read. Anything else is our bug. */
const frameworkErrors: ReadonlyMap<string, RequestError> = new Map([
  ['FST_ERR_BAD_URL', new RequestError(400, 'path: is not valid percent-encoding')],
  ['FST_ERR_MAX_PARAM_LENGTH', new RequestError(414, `path: a part is over ${requestLimits.pathPart} characters long`)],
  ['FST_ERR_CTP_BODY_TOO_LARGE', new RequestError(413, `body: must be at most ${requestLimits.bodyBytes} bytes`)],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', new RequestError(400, 'body: is not as long as Content-Length says')],
  ['ECONNRESET', new RequestError(400, 'body: ended before it was complete')],
])

function asRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  if (!(error instanceof Error && 'code' in error && 'statusCode' in error)) return undefined
  return frameworkErrors.get(String(error.code))
}

/** Makes the answer to an error. Errors that are nobody's request are logged with their stack and told as 500. */
export function createErrorAnswer(log: Logger) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = asRequestError(error)
    const status = known?.status ?? 500
    const message = known?.message ?? `internal error; see the log under request id ${request.id}`
    if (known === undefined)
      log.error({ err: error, requestId: request.id, method: request.method }, 'a request failed')
    // The framework would close the connection on a body it refused, and a client still sending would get a reset, no answer.
    if (status === 413) reply.removeHeader('connection')
    reply
      .status(status)
      .headers(known?.headers ?? {})
      .header('content-type', 'application/json; charset=utf-8')
      .send(errorText(status, message))
  }
}
