// The routes of logging in: a token for a password, whether a token counts, and the end of one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  authPaths,
  type LoginResponse,
  type LogoutResponse,
  loginRequest,
  type VerifyResponse,
} from '../contract/auth.ts'
import { bearerOf } from './bearer.ts'
import type { Entrance } from './entrance.ts'
import { RequestError } from './errors.ts'
import { sendJson } from './json.ts'
import type { Login } from './login.ts'
import { parse, readBody } from './params.ts'

/** What these routes call. */
export interface AuthDoors {
  /** Without one nobody needs to log in, and nobody can. */
  readonly login?: Login | undefined
}

/** The word that clients elsewhere get too; some show it. */
const loggedOutMessage = '退出成功'

/** Adds `/api/auth/login`, `/verify` and `/logout` to `app`. */
export function authRoutes(
  app: FastifyInstance,
  { login }: AuthDoors,
  { clients, refusals }: Pick<Entrance, 'clients' | 'refusals'>,
): void {
  const send = (reply: FastifyReply, answer: LoginResponse | VerifyResponse | LogoutResponse) =>
    sendJson(reply.header('cache-control', 'no-store'), answer)

  app.post(authPaths.login, async (request, reply) => {
    const asked = parse(loginRequest, readBody(request.body))
    if (!login) throw new RequestError(403, 'login: is switched off, nobody needs a token; AUTH_ENABLED switches it on')
    const { address } = clients.of(request.raw)
    const { token, expiresAt } = await login.enter(asked, address).catch((error: unknown) => {
      if (error instanceof RequestError && error.status === 401) refusals.refused('login', address)
      throw error
    })
    return send(reply, { token, expires_at: expiresAt, username: asked.username })
  })
  app.post(authPaths.verify, async (request, reply) => {
    if (!login) return send(reply, { message: 'login is switched off, nobody needs a token', valid: true })
    return send(reply, { username: await userOf(login, request), valid: true })
  })
  app.post(authPaths.logout, async (request, reply) => {
    const token = bearerOf(request.headers)
    if (token !== undefined) await login?.tokens.revoke(token)
    return send(reply, { message: loggedOutMessage })
  })
}

/** @throws (rejects) RequestError 401 when the request carries no token that counts. */
async function userOf(login: Login, { headers }: FastifyRequest): Promise<string> {
  const token = bearerOf(headers)
  const username = token === undefined ? undefined : await login.tokens.verify(token)
  if (username !== undefined) return username
  const problem = headers.authorization === undefined ? 'is missing' : 'is no token that counts'
  throw new RequestError(401, `authorization: ${problem}; send Bearer and a token from ${authPaths.login}`, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
