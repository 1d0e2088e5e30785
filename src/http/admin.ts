// Who may see what the service says of itself, and who may change it: programs on this machine, and whoever has the administrator's token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLocal } from './access.ts'
import { bearerOf } from './bearer.ts'
import { type Clients, createClients, type Sent } from './client.ts'
import { RequestError } from './errors.ts'
import type { RefusalLog } from './refusal-log.ts'

/** What of a request tells who sends it. */
interface Coming extends Pick<FastifyRequest, 'headers'> {
  readonly raw: Sent
}

/** The way in to what is not for everybody. */
export interface AdminGate {
  /**
   * Lets pass who may see what an operator has set: programs on this machine, and whoever sends the token.
   * @throws RequestError 401 for a missing or wrong token, a wrong one from this machine too; 403 where no token is configured.
   */
  checkReader(request: Coming): void
  /** Lets pass who may see figures, errors, logs and the allow list: everybody where reports are open. @throws RequestError as `checkReader`. */
  checkReportReader(request: Coming): void
  /**
   * Lets pass who may change things.
   * @throws RequestError as `checkReader`, but where a token is configured this machine needs it too.
   */
  checkAdministrator(request: Coming): void
  /** Does the request carry the token; or, where none is configured, come from this machine? */
  isAdministrator(request: Coming): boolean
  /** Does the request carry the token? Never where none is configured. */
  hasToken(request: Pick<Coming, 'headers'>): boolean
}

/** Both texts as hashes of one length, so that the time it takes tells neither the length nor the beginning of the token. */
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
    'address: only programs on this machine may do this; set ADMIN_TOKEN to let in others who send it',
  )
}

interface AdminGateOptions {
  /** Absent: only programs on this machine are administrators. */
  readonly token?: string | undefined
  readonly clients?: Clients
  /** May everybody read figures, errors, logs and the allow list? */
  readonly areReportsOpen?: boolean | undefined
  readonly refusals?: RefusalLog | undefined
}

/** Makes the gate for a configured token, or for none. */
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
