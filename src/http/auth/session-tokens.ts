// Login tokens (JWT, RFC 7519, signed with HS256): issuing, verification, and log-out.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ageMs, clockSkewMs } from '../../async/ages.ts'
import { parseJson } from '../../observability/parse-json.ts'
import { RequestError } from '../errors.ts'
import type { LoginStamps } from './login-stamps.ts'
import type { Accounts } from './users.ts'

export type SessionTokens = ReturnType<typeof createSessionTokens>

interface SessionTokenOptions {
  readonly secret: string
  readonly users: Pick<Accounts, 'get'>
  readonly stamps: LoginStamps
  readonly expiryMs: number
  readonly epochMs: () => number
  readonly newId: () => string
}

/** Ours have a quarter of this. */
const maxTokenLength = 2_048

/** The only accepted header, so that no token can choose another algorithm. */
const header = encode({ alg: 'HS256', typ: 'JWT' })

/** Exactly the claims that are issued here; `pwd` binds the token to the password and the stamp of its account. */
const claimsSchema = z.strictObject({
  username: z.string(),
  jti: z.string(),
  exp: z.number(),
  iat: z.number(),
  pwd: z.string(),
  iss: z.literal('trawl'),
})
type Claims = z.infer<typeof claimsSchema>

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

export function createSessionTokens({ secret, users, stamps, expiryMs, epochMs, newId }: SessionTokenOptions) {
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')

  /** Changes with the password and with each log-out; undefined for an unknown user. */
  function fingerprint(username: string): string | undefined {
    const user = users.get(username)
    return user && hmac(`account ${user.text} ${stamps.of(username)}`).slice(0, 22)
  }

  function read(token: string): Claims | undefined {
    if (token.length > maxTokenLength || !token.startsWith(`${header}.`)) return undefined
    const end = token.lastIndexOf('.')
    if (!isSame(token.slice(end + 1), hmac(token.slice(0, end)))) return undefined
    return claimsSchema.safeParse(parseJson(Buffer.from(token.slice(header.length + 1, end), 'base64url').toString()))
      .data
  }

  /** The user of a token that is valid now. A token issued in the future, before the clock was set back, would be valid for too long. */
  function userOf(token: string): string | undefined {
    const claims = read(token)
    if (!claims) return undefined
    const { username, iat, exp, pwd } = claims
    const isCurrent = epochMs() < exp * 1_000 && ageMs(epochMs(), iat * 1_000, clockSkewMs) < Number.POSITIVE_INFINITY
    return isCurrent && pwd === fingerprint(username) ? username : undefined
  }

  return {
    userOf,
    /** Issues a token for a user; `expiresAt` is in seconds since 1970. @throws Error for an unknown user. */
    issue(username: string) {
      const pwd = fingerprint(username)
      if (pwd === undefined) throw new Error('cannot issue a token for an unknown user')
      const iat = Math.floor(epochMs() / 1_000)
      const exp = iat + Math.floor(expiryMs / 1_000)
      const claims: Claims = { username, jti: newId(), exp, iat, pwd, iss: 'trawl' }
      const signed = `${header}.${encode(claims)}`
      return { token: `${signed}.${hmac(signed)}`, expiresAt: exp }
    },
    /**
     * Logs the account of a token out: ends all of its tokens. Ignores invalid ones.
     * @throws (rejects) RequestError 500 if that could not be stored: the tokens have ended, but might be valid again after a restart.
     */
    async revoke(token: string): Promise<void> {
      const username = userOf(token)
      if (username === undefined || (await stamps.renew(username))) return
      const risk = 'this could not be stored: it may be valid again after a restart'
      throw new RequestError(500, `logout: the token was revoked, but ${risk}`)
    },
  }
}

function isSame(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
