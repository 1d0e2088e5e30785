// The routes of /api/auth: login with a password, token verification, logout.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type LoginResponse,
  type LogoutResponse,
  loginRequest,
  loginResponse,
  logoutResponse,
  nothing,
  type VerifyResponse,
  verifyResponse,
} from '../contract/auth.ts'
import { type Operations, operation } from '../contract/operation.ts'
import type { AccessControl } from './access/access-control.ts'
import { bearerToken } from './auth/authentication.ts'
import type { Login } from './auth/login.ts'
import { RequestError } from './errors.ts'
import { createOperationRoutes } from './operation-routes.ts'

export const authOperations = {
  login: operation('access', '/api/auth/login', 'Log in', {
    method: 'post',
    description: 'After several failed attempts further ones are delayed.',
    access: 'open',
    body: loginRequest,
    answers: [{ status: 200, meaning: 'A token.', schema: loginResponse }],
    errors: {
      400: [{ message: 'password: is missing: must be a string of 1 to 1024 characters' }],
      401: [{ message: 'login: the username or the password is wrong' }],
      403: [{ message: 'login: is disabled, no token is needed; AUTH_ENABLED enables it' }],
      429: [{ message: 'login: too many attempts have failed; try again in 30 seconds' }],
      503: [{ message: 'login: too many log in at once; try again in 2 seconds' }],
    },
  }),
  verify: operation('access', '/api/auth/verify', 'Verify a token', {
    method: 'post',
    access: 'token',
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The token is valid.', schema: verifyResponse }],
    errors: { 401: [{ message: 'authorization: is missing; send Bearer and a token from /api/auth/login' }] },
  }),
  logout: operation('access', '/api/auth/logout', 'Log out', {
    method: 'post',
    description:
      'Ends all logins of the account: the token of the request, and those of its other devices. A request without a token succeeds too.',
    access: 'token',
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The token is revoked.', schema: logoutResponse }],
  }),
} satisfies Operations

/** The message that PanSou sends; some clients show it. */
const loggedOutMessage = '退出成功'

/** Adds `/api/auth/login`, `/verify` and `/logout` to `app`; `login` is absent if it is disabled. */
export function authRoutes(
  app: FastifyInstance,
  login: Login | undefined,
  {
    resolveClient,
    refusals,
    isCredentialRequired,
  }: Pick<AccessControl, 'resolveClient' | 'refusals' | 'isCredentialRequired'>,
): void {
  const route = createOperationRoutes(app)
  route(authOperations.login, async ({ body, request }): Promise<LoginResponse> => {
    if (!login?.hasUsers())
      throw new RequestError(403, 'login: is disabled, no token is needed; AUTH_ENABLED enables it')
    const { address } = resolveClient(request.raw)
    const { token, expiresAt } = await login.authenticate(body, address).catch((error: unknown) => {
      if (error instanceof RequestError && error.status === 401) refusals.record('login', address)
      throw error
    })
    return { token, expires_at: expiresAt, username: body.username }
  })
  route(authOperations.verify, ({ request }): VerifyResponse => {
    const isNeeded = isCredentialRequired() || request.headers.authorization !== undefined
    if (!login?.hasUsers() || !isNeeded) return { message: 'login is disabled, no token is needed', valid: true }
    return { username: authenticatedUser(login, request), valid: true }
  })
  route(authOperations.logout, async ({ request }): Promise<LogoutResponse> => {
    const token = bearerToken(request.headers)
    if (token !== undefined) await login?.tokens.revoke(token)
    return { message: loggedOutMessage }
  })
}

/** @throws RequestError 401 if the request carries no valid token. */
function authenticatedUser(login: Login, { headers }: FastifyRequest): string {
  const token = bearerToken(headers)
  const username = token === undefined ? undefined : login.tokens.userOf(token)
  if (username !== undefined) return username
  const problem = headers.authorization === undefined ? 'is missing' : 'is not a valid token'
  throw new RequestError(401, `authorization: ${problem}; send Bearer and a token from ${authOperations.login.path}`, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
