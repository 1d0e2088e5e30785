// The routes of /api/auth: login with a password, token verification, logout.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  authPaths,
  type LoginResponse,
  type LogoutResponse,
  loginRequest,
  type VerifyResponse,
} from '../contract/auth.ts'
import type { AccessControl } from './access/access-control.ts'
import { bearerToken } from './auth/authentication.ts'
import type { Login } from './auth/login.ts'
import { RequestError } from './errors.ts'
import { sendJson } from './json.ts'
import { readBody, validate } from './params.ts'

/** The message that PanSou sends; some clients show it. */
const loggedOutMessage = '退出成功'

/** Adds `/api/auth/login`, `/verify` and `/logout` to `app`; `login` is absent if it is disabled. */
export function authRoutes(
  app: FastifyInstance,
  login: Login | undefined,
  { resolveClient, refusals }: Pick<AccessControl, 'resolveClient' | 'refusals'>,
): void {
  const send = (reply: FastifyReply, answer: LoginResponse | VerifyResponse | LogoutResponse) =>
    sendJson(reply.header('cache-control', 'no-store'), answer)

  app.post(authPaths.login, async (request, reply) => {
    const credentials = validate(loginRequest, readBody(request.body))
    if (!login) throw new RequestError(403, 'login: is disabled, no token is needed; AUTH_ENABLED enables it')
    const { address } = resolveClient(request.raw)
    const { token, expiresAt } = await login.authenticate(credentials, address).catch((error: unknown) => {
      if (error instanceof RequestError && error.status === 401) refusals.record('login', address)
      throw error
    })
    return send(reply, { token, expires_at: expiresAt, username: credentials.username })
  })
  app.post(authPaths.verify, async (request, reply) => {
    if (!login) return send(reply, { message: 'login is disabled, no token is needed', valid: true })
    return send(reply, { username: await authenticatedUser(login, request), valid: true })
  })
  app.post(authPaths.logout, async (request, reply) => {
    const token = bearerToken(request.headers)
    if (token !== undefined) await login?.tokens.revoke(token)
    return send(reply, { message: loggedOutMessage })
  })
}

/** @throws (rejects) RequestError 401 if the request carries no valid token. */
async function authenticatedUser(login: Login, { headers }: FastifyRequest): Promise<string> {
  const token = bearerToken(headers)
  const username = token === undefined ? undefined : await login.tokens.verify(token)
  if (username !== undefined) return username
  const problem = headers.authorization === undefined ? 'is missing' : 'is not a valid token'
  throw new RequestError(401, `authorization: ${problem}; send Bearer and a token from ${authPaths.login}`, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
