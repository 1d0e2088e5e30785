// Access to administration and reports: programs on this machine, the owner, and requests with the administrator's token.
import type { FastifyRequest } from 'fastify'
import { createClientResolver, type RequestOrigin } from '../access/client-address.ts'
import { RequestError } from '../errors.ts'
import { isLocal } from '../local-request.ts'
import { type AccessSettings, bearerToken, hasToken } from './authentication.ts'
import type { FailedAuthLog } from './failed-auth-log.ts'

interface IncomingRequest extends Pick<FastifyRequest, 'headers'> {
  readonly raw: RequestOrigin
}

export type AdminGate = ReturnType<typeof createAdminGate>

/** Creates access control for reports, settings and changes, with or without a configured token. */
export function createAdminGate(
  { adminToken: token, areReportsPublic, owner }: AccessSettings,
  resolveClient = createClientResolver(),
  refusals?: FailedAuthLog,
) {
  const isLocalRequest = ({ raw }: IncomingRequest) => isLocal(raw.headers, resolveClient(raw))
  const isOwner = ({ headers }: IncomingRequest): boolean => owner?.userOf(bearerToken(headers) ?? '') !== undefined
  /** Does the request carry the token or, if none is configured, come from this machine or the owner? */
  const isAdministrator = (request: IncomingRequest): boolean =>
    token === undefined ? isLocalRequest(request) || isOwner(request) : hasToken(request.headers, token)
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
    requireReader,
    /** Allows reading metrics, errors, logs and the allow list: everybody if reports are open. @throws RequestError as `requireReader`. */
    requireReportReader: areReportsPublic ? () => undefined : requireReader,
    /** Allows changes. @throws RequestError as `requireReader`; if a token is configured, programs on this machine need it too. */
    requireAdministrator(request: IncomingRequest): void {
      if (!isAdministrator(request)) reject(request)
    },
  }
}
