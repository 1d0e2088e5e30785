// Access to administration and reports: programs on this machine, and requests with the administrator's token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import { type Clients, createClients, type Sent } from './client.ts'
import { RequestError } from './errors.ts'
import { isLocal } from './local-request.ts'
import type { RefusalLog } from './refusal-log.ts'

/** The parts of a request that identify its sender. */
interface Coming extends Pick<FastifyRequest, 'headers'> {
  readonly raw: Sent
}

/** Access control for reports, settings and changes. */
export interface AdminGate {
  /**
   * Allows reading settings: programs on this machine, and requests with the token.
   * @throws RequestError 401 for a missing or wrong token (a wrong one from this machine too); 403 if no token is configured.
   */
  checkReader(request: Coming): void
  /** Allows reading metrics, errors, logs and the allow list: everybody if reports are open. @throws RequestError as `checkReader`. */
  checkReportReader(request: Coming): void
  /**
   * Allows changes.
   * @throws RequestError as `checkReader`; if a token is configured, programs on this machine need it too.
   */
  checkAdministrator(request: Coming): void
  /** Does the request carry the token or, if none is configured, come from this machine? */
  isAdministrator(request: Coming): boolean
  /** Does the request carry the token? Always false if none is configured. */
  hasToken(request: Pick<Coming, 'headers'>): boolean
}

/** Compares hashes of equal length, so that the time taken reveals neither the length nor a prefix of the token. */
function isSame(sent: string, token: string): boolean {
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
  readonly clients?: Clients
  /** May everybody read metrics, errors, logs and the allow list? */
  readonly areReportsOpen?: boolean | undefined
  readonly refusals?: RefusalLog | undefined
}

/** Creates the gate, with or without a configured token. */
export function createAdminGate({
  token,
  clients = createClients(),
  areReportsOpen = false,
  refusals,
}: AdminGateOptions): AdminGate {
  const comesFromHere = ({ headers, raw }: Coming) => isLocal(headers, clients.of(raw))
  const hasToken = ({ headers }: Pick<Coming, 'headers'>): boolean => {
    const sent = bearerOf(headers)
    return token !== undefined && sent !== undefined && isSame(sent, token)
  }
  const isAdministrator = (request: Coming): boolean =>
    token === undefined ? comesFromHere(request) : hasToken(request)
  const refuse = (request: Coming): never => {
    if (token === undefined) throw forbidden()
    const isMissing = request.headers.authorization === undefined
    if (!isMissing) refusals?.refused('token', clients.of(request.raw).address)
    throw unauthorized(isMissing ? 'is missing: send Bearer and the ADMIN_TOKEN' : 'is not Bearer and the ADMIN_TOKEN')
  }
  const checkReader = (request: Coming): void => {
    const mayPass = comesFromHere(request) && request.headers.authorization === undefined
    if (!mayPass && !isAdministrator(request)) refuse(request)
  }
  return {
    isAdministrator,
    hasToken,
    checkReader,
    checkReportReader: areReportsOpen ? () => undefined : checkReader,
    checkAdministrator(request) {
      if (!isAdministrator(request)) refuse(request)
    },
  }
}
