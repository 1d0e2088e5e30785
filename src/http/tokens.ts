// Login tokens: issued, verified, remembered once verified, and ended before their time.
import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { RequestError } from './errors.ts'
import type { LoggedOut } from './logged-out.ts'
import type { Users } from './passwords.ts'

/** A token that was just made. */
export interface Issued {
  readonly token: string
  /** Seconds since 1970. */
  readonly expiresAt: number
}

export interface Tokens {
  /** A new token for a user. @throws (rejects) Error for a name that nobody has. */
  issue(username: string): Promise<Issued>
  /** Whose token it is, if it was verified before and still counts. Quick, for the front of every request. */
  known(token: string): string | undefined
  /** Whose token it is, if it counts. */
  verify(token: string): Promise<string | undefined>
  /**
   * Ends a token, in whatever spelling it comes again. One that does not count is left as it is.
   * @throws (rejects) RequestError 500 when that could not be written down: it has ended, but might come alive by a restart.
   */
  revoke(token: string): Promise<void>
}

interface TokenParts {
  readonly secret: string
  readonly users: Users
  readonly loggedOut: LoggedOut
  /** How long a token counts. */
  readonly expiryMs: number
  /** Epoch milliseconds. */
  readonly time: () => number
  readonly newId: () => string
}

const issuer = 'trawl'
const mostKnown = 5_000

/** Ours are a quarter of this. */
const longestToken = 2_048

/** The one spelling of a token: the library reads others too, as with `=` behind it. */
const spelling = /^[\w-]+\.[\w-]+\.[\w-]+$/

const claimsOf = z.object({ username: z.string(), jti: z.string(), exp: z.number(), iat: z.number(), pwd: z.string() })
type Claims = z.infer<typeof claimsOf>

/** Signs claims, and reads them back from tokens that are ours and in time. */
function createSigning(secret: string, time: TokenParts['time']) {
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

/** What binds a token to the password it was given for, by user: with another password the token ends. */
function passwordMarks(secret: string, users: Users): ReadonlyMap<string, string> {
  const markOf = (hash: string) => createHmac('sha256', secret).update(`password ${hash}`).digest('base64url')
  return new Map([...users].map(([name, { text }]) => [name, markOf(text).slice(0, 22)]))
}

/** Makes tokens, and tells them. */
export function createTokens({ secret, users, loggedOut, expiryMs, time, newId }: TokenParts): Tokens {
  const signing = createSigning(secret, time)
  const marks = passwordMarks(secret, users)
  const seen = new LRUCache<string, Claims>({ max: mostKnown })
  const counts = ({ jti, exp, username, pwd }: Claims): boolean =>
    time() < exp * 1_000 && pwd === marks.get(username) && !loggedOut.has({ id: jti, until: exp })

  async function read(token: string): Promise<Claims | undefined> {
    const claims = seen.get(token) ?? (await signing.read(token))
    if (claims === undefined || !counts(claims)) return undefined
    seen.set(token, claims)
    return claims
  }

  return {
    async issue(username) {
      const pwd = marks.get(username)
      if (pwd === undefined) throw new Error('a token for a user who is none')
      const iat = Math.floor(time() / 1_000)
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
      const doubt = 'that could not be written down: it may count again after a restart'
      throw new RequestError(500, `logout: the token has ended, but ${doubt}`)
    },
  }
}
