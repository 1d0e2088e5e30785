// Authentication: identifies a client by API key, login token or administrator token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Rate } from '../access/rate-limits.ts'
import type { createKeyVerifier } from './api-keys.ts'
import type { Login } from './login.ts'

export interface Principal {
  /** Unique, and never an address: `key bot`, `user me`, `administrator`. */
  readonly name: string
  /** The client's own rate limit, if it has one. */
  readonly rate?: Rate | undefined
  /** Administrators have all permissions and no rate limit. */
  readonly isAdministrator?: boolean
}

/** Who has access. An absent setting restricts nobody. */
export interface AccessSettings {
  readonly keys?: ReturnType<typeof createKeyVerifier> | undefined
  readonly logins?: Pick<Login, 'tokens' | 'hasUsers'> | undefined
  /** Whether requests need a key or a login at the moment; by default they do if there may be keys or logins. */
  readonly isRequired?: (() => boolean) | undefined
  /** Grants administration; without one only this machine and the owner have it. */
  readonly adminToken?: string | undefined
  /** May everybody read metrics, errors, logs and the allow list? */
  readonly areReportsPublic?: boolean | undefined
  /** The account that administers the service, and whose login tokens are whose; absent where settings decide who has access. */
  readonly owner?: { exists(): boolean; userOf(token: string): string | undefined } | undefined
  /** CIDR blocks of trusted proxies. */
  readonly proxies?: readonly string[] | undefined
}

export type Authenticator = ReturnType<typeof createAuthenticator>

export function createAuthenticator({ keys, logins, owner, adminToken, ...access }: AccessSettings) {
  const { isRequired = () => keys !== undefined || logins !== undefined } = access
  return {
    isRequired,
    /** How to authenticate, for error messages. */
    authHint(): string {
      const hints = [
        ...(keys ? ['send an API key as X-API-Key or as Authorization: Bearer'] : []),
        ...(logins?.hasUsers() ? ['log in with POST /api/auth/login and send the token as Authorization: Bearer'] : []),
      ]
      return hints.join(', or ')
    },
    /** The client that the credentials of a request name; undefined without valid ones. */
    identify(headers: FastifyRequest['headers']): Principal | undefined {
      for (const credential of credentialsIn(headers)) {
        const key = keys?.(credential)
        if (key) return { name: `key ${key.name}`, rate: key.rate }
        const ownerName = owner?.userOf(credential)
        if (ownerName !== undefined) return { name: `user ${ownerName}`, isAdministrator: true }
        const user = logins?.tokens.userOf(credential)
        if (user !== undefined) return { name: `user ${user}` }
      }
      return hasToken(headers, adminToken) ? { name: 'administrator', isAdministrator: true } : undefined
    },
  }
}

/** Does a request carry this token? It compares hashes of equal length, so that the time taken reveals neither the length nor a prefix of the token. */
export function hasToken(
  headers: Pick<FastifyRequest['headers'], 'authorization'>,
  token: string | undefined,
): boolean {
  const sent = bearerToken(headers)
  if (token === undefined || sent === undefined) return false
  const [left, right] = [sent, token].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

function credentialsIn(headers: FastifyRequest['headers']): string[] {
  const { 'x-api-key': key } = headers
  return [key, bearerToken(headers), basicPassword(headers)].filter(
    (credential): credential is string => typeof credential === 'string' && credential !== '',
  )
}

/** The token after `Bearer` (case-insensitive) in `Authorization`; undefined if there is no such header or it has another scheme. */
export function bearerToken({ authorization }: Pick<FastifyRequest['headers'], 'authorization'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

/** The password of Basic authentication, which is all that feed readers can send. The user name has no meaning. */
function basicPassword({ authorization }: Pick<FastifyRequest['headers'], 'authorization'>): string | undefined {
  const encoded = /^Basic +(\S+) *$/i.exec(authorization ?? '')?.[1]
  const pair = Buffer.from(encoded ?? '', 'base64').toString()
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}
