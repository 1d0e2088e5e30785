// RequestError, and the one error handler that turns errors into responses.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthErrorResponse } from '../contract/auth.ts'
import type { ErrorCode } from '../contract/error-codes.ts'
import type { Logger } from '../observability/log.ts'
import { targetPath } from './request-target.ts'
import { requestLimits } from './server/request-limits.ts'

interface ErrorExtras {
  /** Default: derived from the status. */
  readonly code?: ErrorCode
  /** Machine-readable: the parameter, the sources. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** Additional fields of the body, on paths whose errors have some. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** An error caused by the request: answered with `status` and `message`, which names the parameter and what is allowed. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, { code, details = {}, headers = {}, fields = {} }: ErrorExtras = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.headers = headers
    this.fields = fields
  }
}

/** Creates the error for an invalid parameter: 400 `<parameter>: <problem>`. */
export function badRequest(parameter: string, problem: string, status = 400): RequestError {
  return new RequestError(status, `${parameter}: ${problem}`, { details: { parameter } })
}

/** Serializes the error body for the paths of one service; `path` is as sent: undecoded, without query. */
export type SerializeError = (path: string, error: RequestError) => string

export function defaultErrorBody({ status, message }: RequestError): string {
  return JSON.stringify({ code: status, message })
}

/** Is this a path below /api/auth, whether or not a route exists? */
export function isAuthPath(path: string): boolean {
  return path === '/api/auth' || path.startsWith('/api/auth/')
}

/** The error body below /api/auth: our fields, and the `error` field that PanSou's clients read. */
export function authErrorBody({ status, message }: RequestError): string {
  const body: AuthErrorResponse = { code: status, message, error: message }
  return JSON.stringify(body)
}

/** Errors that the framework and Node's body stream throw for unreadable requests. Any other error is a bug. */
const frameworkErrors: ReadonlyMap<string, RequestError> = new Map([
  ['FST_ERR_BAD_URL', badRequest('path', 'is not valid percent-encoding')],
  ['FST_ERR_MAX_PARAM_LENGTH', badRequest('path', `a part is over ${requestLimits.pathSegment} characters long`, 414)],
  ['FST_ERR_CTP_BODY_TOO_LARGE', badRequest('body', `must be at most ${requestLimits.bodyBytes} bytes`, 413)],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', badRequest('body', 'is not as long as Content-Length says')],
  ['ECONNRESET', badRequest('body', 'ended before it was complete')],
])

function asRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  if (!(error instanceof Error && 'code' in error && 'statusCode' in error)) return undefined
  return frameworkErrors.get(String(error.code))
}

export function createErrorHandler(log: Logger, serialize: SerializeError) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = asRequestError(error)
    if (known === undefined)
      log.error({ err: error, requestId: request.id, method: request.method }, 'a request failed')
    const requestError = known ?? new RequestError(500, `internal error; see the log under request id ${request.id}`)
    // The framework would close the connection after rejecting a body, and a client still sending would get a reset instead of the response.
    if (requestError.status === 413) reply.removeHeader('connection')
    reply
      .status(requestError.status)
      .headers(requestError.headers)
      .header('content-type', 'application/json; charset=utf-8')
      .send(serialize(targetPath(request.url), requestError))
  }
}
