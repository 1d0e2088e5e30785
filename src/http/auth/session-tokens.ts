// Login tokens (JWT): issuing, verification with a cache, and revocation.

import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ageMs, clockSkewMs } from '../../async/ages.ts'
import { RequestError } from '../errors.ts'
import type { RevokedTokens } from './revoked-tokens.ts'
import type { Users } from './users.ts'

export type SessionTokens = ReturnType<typeof createSessionTokens>

interface SessionTokenOptions {
  readonly secret: string
  readonly users: Users
  readonly revokedTokens: RevokedTokens
  readonly expiryMs: number
  readonly epochMs: () => number
  readonly newId: () => string
}

const issuer = 'trawl'
const maxCached = 5_000

/** Ours have a quarter of this. */
const maxTokenLength = 2_048

/** The only accepted spelling: the library also accepts others, such as with a trailing `=`. */
const tokenPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/

const claimsSchema = z.object({
  username: z.string(),
  jti: z.string(),
  exp: z.number(),
  iat: z.number(),
  pwd: z.string(),
})
type Claims = z.infer<typeof claimsSchema>

function createSigner(secret: string, time: SessionTokenOptions['epochMs']) {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (claims: Claims): Promise<string> =>
      new SignJWT({ ...claims, iss: issuer }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),
    async read(token: string): Promise<Claims | undefined> {
      if (token.length > maxTokenLength || !tokenPattern.test(token)) return undefined
      try {
        const options = { algorithms: ['HS256'], issuer, currentDate: new Date(time()) }
        const { payload } = await jwtVerify(token, key, options)
        return claimsSchema.safeParse(payload).data
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

/** Fingerprints of the users' passwords, part of each token: changing the password invalidates the token. */
function passwordFingerprints(secret: string, users: Users): ReadonlyMap<string, string> {
  const fingerprint = (hash: string) => createHmac('sha256', secret).update(`password ${hash}`).digest('base64url')
  return new Map([...users].map(([name, { text }]) => [name, fingerprint(text).slice(0, 22)]))
}

export function createSessionTokens({ secret, users, revokedTokens, expiryMs, epochMs, newId }: SessionTokenOptions) {
  const signer = createSigner(secret, epochMs)
  const fingerprints = passwordFingerprints(secret, users)
  const verified = new LRUCache<string, Claims>({ max: maxCached })
  // A token issued in the future, before the clock was set back, would be valid for too long.
  const isValid = ({ jti, iat, exp, username, pwd }: Claims): boolean =>
    epochMs() < exp * 1_000 &&
    ageMs(epochMs(), iat * 1_000, clockSkewMs) < Number.POSITIVE_INFINITY &&
    pwd === fingerprints.get(username) &&
    !revokedTokens.has({ id: jti, until: exp })

  async function read(token: string): Promise<Claims | undefined> {
    const claims = verified.get(token) ?? (await signer.read(token))
    if (claims === undefined || !isValid(claims)) return undefined
    verified.set(token, claims)
    return claims
  }

  return {
    /** Issues a token for a user; `expiresAt` is in seconds since 1970. @throws (rejects) Error for an unknown user. */
    async issue(username: string) {
      const pwd = fingerprints.get(username)
      if (pwd === undefined) throw new Error('cannot issue a token for an unknown user')
      const iat = Math.floor(epochMs() / 1_000)
      const exp = iat + Math.floor(expiryMs / 1_000)
      const claims = { username, jti: newId(), exp, iat, pwd }
      const token = await signer.sign(claims)
      verified.set(token, claims)
      return { token, expiresAt: exp }
    },
    /** The user of a token that was verified before and is still valid. Synchronous, for the fast path. */
    identifyNow(token: string): string | undefined {
      const claims = verified.get(token)
      return claims !== undefined && isValid(claims) ? claims.username : undefined
    },
    verify: async (token: string): Promise<string | undefined> => (await read(token))?.username,
    /**
     * Revokes a token. Ignores invalid ones.
     * @throws (rejects) RequestError 500 if the revocation could not be stored: the token is revoked, but might be valid again after a restart.
     */
    async revoke(token: string): Promise<void> {
      const claims = await read(token)
      if (claims === undefined) return
      verified.delete(token)
      if (await revokedTokens.add({ id: claims.jti, until: claims.exp })) return
      const risk = 'this could not be stored: it may be valid again after a restart'
      throw new RequestError(500, `logout: the token was revoked, but ${risk}`)
    },
  }
}
