// Access to administration and reports: programs on this machine, the owner, and requests with the administrator's token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ClientResolver, createClientResolver, type RequestOrigin } from '../access/client-address.ts'
import { RequestError } from '../errors.ts'
import { isLocal } from '../local-request.ts'
import { bearerToken } from './authentication.ts'
import type { FailedAuthLog } from './failed-auth-log.ts'

interface IncomingRequest extends Pick<FastifyRequest, 'headers'> {
  readonly raw: RequestOrigin
}

export type AdminGate = ReturnType<typeof createAdminGate>

/** Compares hashes of equal length, so that the time taken reveals neither the length nor a prefix of the token. */
function isSameSecret(sent: string, token: string): boolean {
  const [left, right] = [sent, token].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

export interface AdminGateOptions {
  /** Absent: only programs on this machine are administrators. */
  readonly token?: string | undefined
  readonly resolveClient?: ClientResolver
  /** The account of the owner, which is an administrator; without one its login tokens name nobody. */
  readonly owner?: { exists(): boolean; userOf(token: string): string | undefined } | undefined
  /** May everybody read metrics, errors, logs and the allow list? */
  readonly areReportsPublic?: boolean | undefined
  readonly refusals?: FailedAuthLog | undefined
}

/** Creates access control for reports, settings and changes, with or without a configured token. */
export function createAdminGate(options: AdminGateOptions) {
  const { token, resolveClient = createClientResolver(), areReportsPublic, refusals, owner } = options
  const isLocalRequest = ({ raw }: IncomingRequest) => isLocal(raw.headers, resolveClient(raw))
  /** Does the request carry the token? Always false if none is configured. */
  const hasToken = ({ headers }: Pick<IncomingRequest, 'headers'>): boolean => {
    const sent = bearerToken(headers)
    return token !== undefined && sent !== undefined && isSameSecret(sent, token)
  }
  const isOwner = ({ headers }: IncomingRequest): boolean => owner?.userOf(bearerToken(headers) ?? '') !== undefined
  /** Does the request carry the token or, if none is configured, come from this machine or the owner? */
  const isAdministrator = (request: IncomingRequest): boolean =>
    token === undefined ? isLocalRequest(request) || isOwner(request) : hasToken(request)
  const reject = (request: IncomingRequest): never => {
    if (token === undefined && !owner?.exists())
      throw new RequestError(
        403,
        'address: only programs on this machine may do this; to allow others, set ADMIN_TOKEN and let them send it',
      )
    const isMissing = request.headers.authorization === undefined
    // An expired login of the owner is no attack.
    if (!isMissing && token !== undefined) refusals?.record('token', resolveClient(request.raw).address)
    const needed = token === undefined ? 'a login of the owner' : 'the ADMIN_TOKEN'
    const problem = isMissing ? `is missing: send Bearer and ${needed}` : `is not Bearer and ${needed}`
    throw new RequestError(401, `authorization: ${problem}`, { headers: { 'www-authenticate': 'Bearer' } })
  }
  /**
   * Allows reading settings: programs on this machine, and requests with the token.
   * @throws RequestError 401 for a missing or wrong token (a wrong one from this machine too); 403 if no token is configured and there is no owner.
   */
  const requireReader = (request: IncomingRequest): void => {
    const isAllowed = isLocalRequest(request) && request.headers.authorization === undefined
    if (!isAllowed && !isAdministrator(request)) reject(request)
  }
  return {
    isAdministrator,
    hasToken,
    requireReader,
    /** Allows reading metrics, errors, logs and the allow list: everybody if reports are open. @throws RequestError as `requireReader`. */
    requireReportReader: areReportsPublic ? () => undefined : requireReader,
    /** Allows changes. @throws RequestError as `requireReader`; if a token is configured, programs on this machine need it too. */
    requireAdministrator(request: IncomingRequest): void {
      if (!isAdministrator(request)) reject(request)
    },
  }
}
