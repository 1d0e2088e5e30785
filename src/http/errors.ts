// RequestError, and the one place where an error becomes a response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../contract/error-codes.ts'
import type { Logger } from '../log.ts'
import { requestLimits } from './limits.ts'
import { pathOf } from './target.ts'

/** What an error may say beside its status and message. */
interface ErrorExtras {
  /** Default: the one that follows from the status. */
  readonly code?: ErrorCode
  /** For programs: which parameter, which sources. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** Further fields of the body, on paths whose errors have some. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** The caller's mistake: answered with `status` and `message`, which names the parameter and what is allowed. */
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

/** The error for a parameter that cannot be taken: 400 `<parameter>: <problem>`. */
export function refusal(parameter: string, problem: string, status = 400): RequestError {
  return new RequestError(status, `${parameter}: ${problem}`, { details: { parameter } })
}

/** The text of an error's body on the paths of one service; `path` is as it was sent, undecoded and without a query. */
export type ErrorText = (path: string, error: RequestError) => string

/** The text of an error's body where a service has no words of its own. */
export function plainErrorText({ status, message }: RequestError): string {
  return JSON.stringify({ code: status, message })
}

/** What the framework, and Node's own body stream, throw at a request they cannot read. Anything else is our bug. */
const frameworkErrors: ReadonlyMap<string, RequestError> = new Map([
  ['FST_ERR_BAD_URL', refusal('path', 'is not valid percent-encoding')],
  ['FST_ERR_MAX_PARAM_LENGTH', refusal('path', `a part is over ${requestLimits.pathPart} characters long`, 414)],
  ['FST_ERR_CTP_BODY_TOO_LARGE', refusal('body', `must be at most ${requestLimits.bodyBytes} bytes`, 413)],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', refusal('body', 'is not as long as Content-Length says')],
  ['ECONNRESET', refusal('body', 'ended before it was complete')],
])

function asRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  if (!(error instanceof Error && 'code' in error && 'statusCode' in error)) return undefined
  return frameworkErrors.get(String(error.code))
}

/** Makes the answer to an error. Errors that are nobody's request are logged with their stack and told as 500. */
export function createErrorAnswer(log: Logger, textOf: ErrorText) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = asRequestError(error)
    if (known === undefined)
      log.error({ err: error, requestId: request.id, method: request.method }, 'a request failed')
    const told = known ?? new RequestError(500, `internal error; see the log under request id ${request.id}`)
    // The framework would close the connection on a body it refused, and a client still sending would get a reset, no answer.
    if (told.status === 413) reply.removeHeader('connection')
    reply
      .status(told.status)
      .headers(told.headers)
      .header('content-type', 'application/json; charset=utf-8')
      .send(textOf(pathOf(request.url), told))
  }
}
