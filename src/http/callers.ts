// Who proves to be whom: by a key, by a login's token, or by the administrator's token.
import type { FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import type { Rate } from './rates.ts'

/** Somebody who has proved who he is. */
export interface Caller {
  /** Told apart from all others, and from addresses: `key bot`, `user me`, `administrator`. */
  readonly name: string
  /** How often this one may ask, where that is said. */
  readonly rate?: Rate | undefined
  /** May do everything, as often as he likes. */
  readonly isAdministrator?: boolean
}

/** What tells the keys that may ask. */
export type KeyTest = (sent: string) => { readonly name: string; readonly rate?: Rate | undefined } | undefined

/** What tells the logins that hold. */
export interface Logins {
  /** Whose it is, if that was found out before. */
  known(token: string): string | undefined
  verify(token: string): Promise<string | undefined>
}

export interface CallersParts {
  /** Absent where there are no keys. */
  readonly keys?: KeyTest | undefined
  /** Absent where nobody can log in. */
  readonly logins?: Logins | undefined
  /** Does a request carry the administrator's token? */
  hasAdminToken(request: Pick<FastifyRequest, 'headers'>): boolean
}

export interface Callers {
  /** Must somebody prove who he is? */
  readonly isRestricted: boolean
  /** What those who are turned away are told: how to prove who they are. */
  readonly way: string
  /** Who it is, as far as that is known at once. */
  known(headers: FastifyRequest['headers']): Caller | undefined
  /** Who it is; undefined for nobody, or for what proves nothing. */
  find(headers: FastifyRequest['headers']): Promise<Caller | undefined>
}

/** Makes what tells callers. */
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

/** What a request sends to prove who it is. */
function sentIn(headers: FastifyRequest['headers']): string[] {
  const { 'x-api-key': key } = headers
  const bearer = bearerOf(headers)
  return [...(typeof key === 'string' && key !== '' ? [key] : []), ...(bearer === undefined ? [] : [bearer])]
}
