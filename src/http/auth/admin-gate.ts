// Access to administration and reports: programs on this machine, and requests with the administrator's token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ClientResolver, createClientResolver, type RequestOrigin } from '../access/client-address.ts'
import { RequestError } from '../errors.ts'
import { isLocal } from '../local-request.ts'
import { bearerToken } from './bearer-token.ts'
import type { FailedAuthLog } from './failed-auth-log.ts'

/** The parts of a request that identify its sender. */
interface IncomingRequest extends Pick<FastifyRequest, 'headers'> {
  readonly raw: RequestOrigin
}

/** Access control for reports, settings and changes. */
export interface AdminGate {
  /**
   * Allows reading settings: programs on this machine, and requests with the token.
   * @throws RequestError 401 for a missing or wrong token (a wrong one from this machine too); 403 if no token is configured.
   */
  requireReader(request: IncomingRequest): void
  /** Allows reading metrics, errors, logs and the allow list: everybody if reports are open. @throws RequestError as `requireReader`. */
  requireReportReader(request: IncomingRequest): void
  /**
   * Allows changes.
   * @throws RequestError as `requireReader`; if a token is configured, programs on this machine need it too.
   */
  requireAdministrator(request: IncomingRequest): void
  /** Does the request carry the token or, if none is configured, come from this machine? */
  isAdministrator(request: IncomingRequest): boolean
  /** Does the request carry the token? Always false if none is configured. */
  hasToken(request: Pick<IncomingRequest, 'headers'>): boolean
}

/** Compares hashes of equal length, so that the time taken reveals neither the length nor a prefix of the token. */
function isSameSecret(sent: string, token: string): boolean {
  const [left, right] = [sent, token].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

function unauthorized(problem: string): RequestError {
  return new RequestError(401, `authorization: ${problem}`, { headers: { 'www-authenticate': 'Bearer' } })
}

function forbidden(): RequestError {
  return new RequestError(
    403,
    'address: only programs on this machine may do this; to allow others, set ADMIN_TOKEN and let them send it',
  )
}

interface AdminGateOptions {
  /** Absent: only programs on this machine are administrators. */
  readonly token?: string | undefined
  readonly clients?: ClientResolver
  /** May everybody read metrics, errors, logs and the allow list? */
  readonly areReportsPublic?: boolean | undefined
  readonly refusals?: FailedAuthLog | undefined
}

/** Creates the gate, with or without a configured token. */
export function createAdminGate({
  token,
  clients = createClientResolver(),
  areReportsPublic = false,
  refusals,
}: AdminGateOptions): AdminGate {
  const isLocalRequest = ({ headers, raw }: IncomingRequest) => isLocal(headers, clients.resolve(raw))
  const hasToken = ({ headers }: Pick<IncomingRequest, 'headers'>): boolean => {
    const sent = bearerToken(headers)
    return token !== undefined && sent !== undefined && isSameSecret(sent, token)
  }
  const isAdministrator = (request: IncomingRequest): boolean =>
    token === undefined ? isLocalRequest(request) : hasToken(request)
  const reject = (request: IncomingRequest): never => {
    if (token === undefined) throw forbidden()
    const isMissing = request.headers.authorization === undefined
    if (!isMissing) refusals?.record('token', clients.resolve(request.raw).address)
    throw unauthorized(isMissing ? 'is missing: send Bearer and the ADMIN_TOKEN' : 'is not Bearer and the ADMIN_TOKEN')
  }
  const requireReader = (request: IncomingRequest): void => {
    const isAllowed = isLocalRequest(request) && request.headers.authorization === undefined
    if (!isAllowed && !isAdministrator(request)) reject(request)
  }
  return {
    isAdministrator,
    hasToken,
    requireReader,
    requireReportReader: areReportsPublic ? () => undefined : requireReader,
    requireAdministrator(request) {
      if (!isAdministrator(request)) reject(request)
    },
  }
}
