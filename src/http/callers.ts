// Authentication: identifies a client by API key, login token or administrator token.
import type { FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import type { Rate } from './rates.ts'

/** An authenticated client. */
export interface Caller {
  /** Unique, and never an address: `key bot`, `user me`, `administrator`. */
  readonly name: string
  /** The client's own rate limit, if it has one. */
  readonly rate?: Rate | undefined
  /** Administrators have all permissions and no rate limit. */
  readonly isAdministrator?: boolean
}

/** Returns the owner of an API key. */
export type KeyTest = (sent: string) => { readonly name: string; readonly rate?: Rate | undefined } | undefined

/** Verifies login tokens. */
export interface Logins {
  /** The user of a token that was verified before. */
  known(token: string): string | undefined
  verify(token: string): Promise<string | undefined>
}

export interface CallersParts {
  /** Absent if no keys are configured. */
  readonly keys?: KeyTest | undefined
  /** Absent if login is disabled. */
  readonly logins?: Logins | undefined
  /** Does the request carry the administrator token? */
  hasAdminToken(request: Pick<FastifyRequest, 'headers'>): boolean
}

export interface Callers {
  /** Is authentication required? */
  readonly isRestricted: boolean
  /** How to authenticate, for error messages. */
  readonly way: string
  /** Identifies the client as far as that is possible synchronously. */
  known(headers: FastifyRequest['headers']): Caller | undefined
  /** Identifies the client; undefined without valid credentials. */
  find(headers: FastifyRequest['headers']): Promise<Caller | undefined>
}

/** Creates the authenticator. */
export function createCallers({ keys, logins, hasAdminToken }: CallersParts): Callers {
  const known = (headers: FastifyRequest['headers']): Caller | undefined => {
    for (const sent of sentIn(headers)) {
      const key = keys?.(sent)
      if (key) return { name: `key ${key.name}`, rate: key.rate }
      const user = logins?.known(sent)
      if (user !== undefined) return { name: `user ${user}` }
    }
    return hasAdminToken({ headers }) ? { name: 'administrator', isAdministrator: true } : undefined
  }
  const ways = [
    ...(keys ? ['send a key of API_KEYS as X-API-Key or as Authorization: Bearer'] : []),
    ...(logins ? ['log in with POST /api/auth/login and send the token as Authorization: Bearer'] : []),
  ]
  return {
    isRestricted: keys !== undefined || logins !== undefined,
    way: ways.join(', or '),
    known,
    async find(headers) {
      const before = known(headers)
      if (before !== undefined || logins === undefined) return before
      for (const sent of sentIn(headers)) {
        const user = await logins.verify(sent)
        if (user !== undefined) return { name: `user ${user}` }
      }
      return undefined
    },
  }
}

/** Credentials sent with a request. */
function sentIn(headers: FastifyRequest['headers']): string[] {
  const { 'x-api-key': key } = headers
  const bearer = bearerOf(headers)
  return [key, bearer].filter((sent): sent is string => typeof sent === 'string' && sent !== '')
}
