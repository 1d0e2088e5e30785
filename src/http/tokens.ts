// Login tokens (JWT): issuing, verification with a cache, and revocation.
import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { RequestError } from './errors.ts'
import type { LoggedOut } from './logged-out.ts'
import type { Users } from './passwords.ts'

/** A new token. */
export interface Issued {
  readonly token: string
  /** Seconds since 1970. */
  readonly expiresAt: number
}

export interface Tokens {
  /** Issues a token for a user. @throws (rejects) Error for an unknown user. */
  issue(username: string): Promise<Issued>
  /** The user of a token that was verified before and is still valid. Synchronous, for the fast path. */
  known(token: string): string | undefined
  /** The user of a valid token. */
  verify(token: string): Promise<string | undefined>
  /**
   * Revokes a token. Ignores invalid ones.
   * @throws (rejects) RequestError 500 if the revocation could not be stored: the token is revoked, but might be valid again after a restart.
   */
  revoke(token: string): Promise<void>
}

interface TokenParts {
  readonly secret: string
  readonly users: Users
  readonly loggedOut: LoggedOut
  /** Lifetime of a token. */
  readonly expiryMs: number
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  readonly newId: () => string
}

const issuer = 'trawl'
const mostKnown = 5_000

/** Ours have a quarter of this. */
const longestToken = 2_048

/** The only accepted spelling: the library also accepts others, such as with a trailing `=`. */
const spelling = /^[\w-]+\.[\w-]+\.[\w-]+$/

const claimsOf = z.object({ username: z.string(), jti: z.string(), exp: z.number(), iat: z.number(), pwd: z.string() })
type Claims = z.infer<typeof claimsOf>

/** Creates functions that sign claims and read them from valid tokens. */
function createSigning(secret: string, time: TokenParts['epochMs']) {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (claims: Claims): Promise<string> =>
      new SignJWT({ ...claims, iss: issuer }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),
    async read(token: string): Promise<Claims | undefined> {
      if (token.length > longestToken || !spelling.test(token)) return undefined
      try {
        const options = { algorithms: ['HS256'], issuer, currentDate: new Date(time()) }
        const { payload } = await jwtVerify(token, key, options)
        return claimsOf.safeParse(payload).data
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

/** Fingerprints of the users' passwords, part of each token: changing the password invalidates the token. */
function passwordMarks(secret: string, users: Users): ReadonlyMap<string, string> {
  const markOf = (hash: string) => createHmac('sha256', secret).update(`password ${hash}`).digest('base64url')
  return new Map([...users].map(([name, { text }]) => [name, markOf(text).slice(0, 22)]))
}

/** Creates the token store. */
export function createTokens({ secret, users, loggedOut, expiryMs, epochMs, newId }: TokenParts): Tokens {
  const signing = createSigning(secret, epochMs)
  const marks = passwordMarks(secret, users)
  const seen = new LRUCache<string, Claims>({ max: mostKnown })
  const counts = ({ jti, exp, username, pwd }: Claims): boolean =>
    epochMs() < exp * 1_000 && pwd === marks.get(username) && !loggedOut.has({ id: jti, until: exp })

  async function read(token: string): Promise<Claims | undefined> {
    const claims = seen.get(token) ?? (await signing.read(token))
    if (claims === undefined || !counts(claims)) return undefined
    seen.set(token, claims)
    return claims
  }

  return {
    async issue(username) {
      const pwd = marks.get(username)
      if (pwd === undefined) throw new Error('cannot issue a token for an unknown user')
      const iat = Math.floor(epochMs() / 1_000)
      const exp = iat + Math.floor(expiryMs / 1_000)
      const claims = { username, jti: newId(), exp, iat, pwd }
      const token = await signing.sign(claims)
      seen.set(token, claims)
      return { token, expiresAt: exp }
    },
    known(token) {
      const claims = seen.get(token)
      return claims !== undefined && counts(claims) ? claims.username : undefined
    },
    verify: async (token) => (await read(token))?.username,
    async revoke(token) {
      const claims = await read(token)
      if (claims === undefined) return
      seen.delete(token)
      if (await loggedOut.add({ id: claims.jti, until: claims.exp })) return
      const risk = 'this could not be stored: it may be valid again after a restart'
      throw new RequestError(500, `logout: the token was revoked, but ${risk}`)
    },
  }
}
