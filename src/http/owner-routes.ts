// The routes of `/api/v1/owner`: becoming the owner with the code of the log, and changing the password.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type LoginResponse, loginResponse, tooShortPassword } from '../contract/auth.ts'
import { type Operations, operation } from '../contract/operation.ts'
import {
  type OwnerAnswer,
  type OwnerOffer,
  ownerAnswer,
  ownerPasswordRequest,
  ownerRequest,
} from '../contract/owner.ts'
import type { AccessControl } from './access/access-control.ts'
import { createOwnNetworkCheck } from './access/own-network.ts'
import { type AccessSettings, bearerToken } from './auth/authentication.ts'
import type { Login } from './auth/login.ts'
import type { Owner } from './auth/owner.ts'
import { RequestError } from './errors.ts'
import { envelope } from './json.ts'
import { createOperationRoutes } from './operation-routes.ts'

const ownerPath = '/api/v1/owner'

/** Why the code cannot be used. */
const refusals: Readonly<Record<Exclude<OwnerOffer, 'open'>, string>> = {
  environment: 'owner: settings decide who has access: ADMIN_TOKEN, API_KEYS, REQUIRE_KEY or AUTH_ENABLED',
  ended: 'code: has ended; restart the service, which then logs another',
  proxy:
    'address: the request came through a proxy that TRUST_PROXY does not name, or by a public name; open the service by its IP address',
  network: 'address: only a client in a private network, which has this service too, may do this',
  site: 'origin: only the page of this service may do this, not one of another site',
}

export const ownerOperations = {
  owner: operation('access', ownerPath, 'Whether there is an owner, and who may become it', {
    access: 'open',
    answers: [{ status: 200, meaning: 'The owner.', schema: ownerAnswer }],
  }),
  setOwner: operation('access', ownerPath, 'Become the owner, or replace a forgotten password', {
    method: 'post',
    description:
      'For clients in the private network of a service without `ADMIN_TOKEN`, keys and logins. The service logs a code at each start; it counts once. The owner may do what needs the admin token; the rest stays open as it was.',
    access: 'open',
    body: ownerRequest,
    answers: [{ status: 200, meaning: 'The login of the owner.', schema: loginResponse }],
    errors: {
      400: [tooShortPassword],
      403: [
        { message: 'code: is wrong; 9 more may be tried. The service logged it at its start' },
        ...Object.values(refusals).map((message) => ({ message })),
      ],
      500: [{ message: 'owner: the change could not be stored and was not applied' }],
    },
  }),
  changeOwnerPassword: operation('access', ownerPath, 'Change the password of the owner', {
    method: 'put',
    description: 'Ends all logins of the owner; the answer is a new one.',
    access: 'token',
    body: ownerPasswordRequest,
    answers: [{ status: 200, meaning: 'The new login.', schema: loginResponse }],
    errors: {
      400: [tooShortPassword],
      401: [
        { message: 'authorization: must be Bearer and a login of the owner' },
        { message: 'login: the username or the password is wrong' },
      ],
      409: [{ message: 'owner: was changed by another request at the same time' }],
      429: [{ message: 'login: too many attempts have failed; try again in 30 seconds' }],
      500: [{ message: 'owner: the change could not be stored and was not applied' }],
      503: [{ message: 'login: too many log in at once; try again in 2 seconds' }],
    },
  }),
} satisfies Operations

interface OwnerRouteOptions {
  /** Absent where settings decide who has access; then `login` is theirs. */
  readonly owner?: Owner | undefined
  readonly login?: Login | undefined
  readonly rules?: Pick<AccessSettings, 'owner' | 'proxies'> | undefined
  readonly control: Pick<AccessControl, 'resolveClient' | 'refusals'>
  readonly epochMs: () => number
}

export function ownerRoutes(app: FastifyInstance, options: OwnerRouteOptions): void {
  const { owner, login, rules = {}, epochMs } = options
  const { resolveClient, refusals: failures } = options.control
  const whyForeign = createOwnNetworkCheck(rules.proxies ?? [], resolveClient)
  const offerFor = ({ raw }: FastifyRequest): OwnerOffer =>
    owner ? (whyForeign(raw) ?? (owner.isOffered() ? 'open' : 'ended')) : 'environment'
  const nameOf = ({ headers }: FastifyRequest) => rules.owner?.userOf(bearerToken(headers) ?? '')
  const route = createOperationRoutes(app)
  /** A failure may be a guess: it is logged with the address of the client. */
  const recordGuess = (credential: 'code' | 'login', address: string) => (error: unknown) => {
    if (error instanceof RequestError && (error.status === 401 || error.status === 403))
      failures.record(credential, address)
    throw error
  }
  const loginOf = ({ tokens }: Login, username: string): LoginResponse => {
    const { token, expiresAt } = tokens.issue(username)
    return { token, expires_at: expiresAt, username }
  }
  route(ownerOperations.owner, ({ request }): OwnerAnswer => {
    const exists = owner?.exists() ?? false
    return { ...envelope(epochMs()), exists, owner: nameOf(request) ?? null, offer: offerFor(request) }
  })
  route(ownerOperations.setOwner, async ({ body: { username, password, code }, request }) => {
    const offer = offerFor(request)
    if (offer !== 'open' || !owner || !login) throw new RequestError(403, refusals[offer === 'open' ? 'ended' : offer])
    const { address } = resolveClient(request.raw)
    await owner.claim(username, password, code).catch(recordGuess('code', address))
    return loginOf(login, username)
  })
  route(ownerOperations.changeOwnerPassword, async ({ body: { current, password }, request }) => {
    const username = nameOf(request)
    if (username === undefined || !owner || !login)
      throw new RequestError(401, 'authorization: must be Bearer and a login of the owner', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    const { address } = resolveClient(request.raw)
    await login.authenticate({ username, password: current }, address).catch(recordGuess('login', address))
    await owner.changePassword(username, password)
    return loginOf(login, username)
  })
}
