// Login: verifies the password within the throttle's limits and issues a token.
import type { SharedRecords } from '../../async/shared-record.ts'
import type { LoginRequest } from '../../contract/auth.ts'
import type { Logger } from '../../observability/log.ts'
import { RequestError } from '../errors.ts'
import { openLoginStamps } from './login-stamps.ts'
import { createLoginThrottle, type ShareLimits } from './login-throttle.ts'
import { createSessionTokens, type SessionTokens } from './session-tokens.ts'
import { createPasswordVerifier, type Users } from './users.ts'

export type Login = Awaited<ReturnType<typeof openLogin>>

interface LoginOptions {
  readonly users: Users
  readonly configuredSecret?: string | undefined
  readonly expiryMs: number
  readonly records: SharedRecords
  readonly log: Pick<Logger, 'warn'>
  readonly epochMs: () => number
  readonly monotonicMs: () => number
  readonly newId: () => string
  /** Generates 32 random bytes or more, in base64url. */
  readonly newSecret: () => string
  /** Present if there are other replicas. */
  readonly shareLimits?: ShareLimits | undefined
}

export async function openLogin(parts: LoginOptions) {
  const { users, monotonicMs } = parts
  const tokens = await openTokens(parts)
  const startAttempt = createLoginThrottle(monotonicMs, parts.shareLimits)
  const verifyPassword = createPasswordVerifier(users)
  return {
    tokens,
    /**
     * Issues a token for a correct password.
     * @throws (rejects) RequestError 401 for a wrong name or password, 429 if this client has to wait before another attempt, 503 if too many
     * log in at once; the latter two with `Retry-After`, without testing the password.
     */
    async authenticate({ username, password }: LoginRequest, address: string) {
      const attempt = startAttempt(address, username)
      let isCorrect: boolean
      try {
        isCorrect = await verifyPassword(username, password)
      } catch (error) {
        attempt.cancel()
        throw error
      }
      if (!isCorrect) {
        throw new RequestError(401, 'login: the username or the password is wrong', {
          headers: { 'www-authenticate': 'Bearer' },
        })
      }
      attempt.succeeded()
      return tokens.issue(username)
    },
  }
}

/** Rejects if the stored data cannot be read: tokens that were logged out must not become valid again. */
async function openTokens(parts: LoginOptions): Promise<SessionTokens> {
  const stamps = await openLoginStamps(parts.records, parts.newId)
  const secret = parts.configuredSecret ?? (await loadJwtSecret(parts))
  return createSessionTokens({ ...parts, stamps, secret })
}

const secretRecord = 'login-secret.txt'
const minSecretLength = 32

/** Validates `AUTH_JWT_SECRET`. @throws Error with a user-readable message for a secret that could be guessed. */
export function validateSecret(text: string): string {
  if (text.length >= minSecretLength && new Set(text).size > 8) return text
  throw new Error(
    `must be at least ${minSecretLength} characters that nobody can guess; without it, one is generated and stored in DATA_DIR`,
  )
}

/** Undefined for anything that was not generated here; then a new secret is generated. */
function parseStored(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString().trim()
  return /^[\w-]{43,}$/.test(text) ? text : undefined
}

/**
 * Returns the stored secret, or generates and stores one. If several replicas generate one at once, all use the first that is stored.
 * @throws (rejects) what `records` throws if there is one that cannot be read.
 */
export async function loadJwtSecret(parts: Pick<LoginOptions, 'records' | 'log' | 'newSecret'>): Promise<string> {
  const { records, log, newSecret } = parts
  const stored = await records.read(secretRecord, parseStored)
  if (stored !== undefined) return stored
  const secret = newSecret()
  const written = await records.write(secretRecord, Buffer.from(secret))
  if (written === 'changed') return (await records.read(secretRecord, parseStored)) ?? secret
  if (written === 'unwritten') {
    log.warn('the secret of login tokens could not be stored: the next start will log everybody out')
  }
  return secret
}
