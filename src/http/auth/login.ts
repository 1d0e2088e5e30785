// Login: verifies the password within the limits of attempts, and issues a token.
import type { SharedRecords } from '../../async/shared-record.ts'
import type { LoginRequest } from '../../contract/auth.ts'
import type { Logger } from '../../observability/log.ts'
import { createNetworkNamer } from '../access/ip-ranges.ts'
import { createRateLimits, type RateLimitCharge, type RateLimits, type RateRules } from '../access/rate-limits.ts'
import { RequestError } from '../errors.ts'
import { openLoginStamps } from './login-stamps.ts'
import { createSessionTokens, type SessionTokens } from './session-tokens.ts'
import { type Accounts, createPasswordVerifier } from './users.ts'

export type Login = Awaited<ReturnType<typeof openLogin>>

interface LoginOptions {
  readonly users: Accounts
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
    /** Whether anybody can log in. */
    hasUsers: () => users.size > 0,
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
async function loadJwtSecret(parts: Pick<LoginOptions, 'records' | 'log' | 'newSecret' | 'users'>): Promise<string> {
  const { records, log, newSecret, users } = parts
  const stored = await records.read(secretRecord, parseStored)
  if (stored !== undefined) return stored
  const secret = newSecret()
  const written = await records.write(secretRecord, Buffer.from(secret))
  if (written === 'changed') return (await records.read(secretRecord, parseStored)) ?? secret
  if (written === 'unwritten' && users.size > 0) {
    log.warn('the secret of login tokens could not be stored: the next start will log everybody out')
  }
  return secret
}

const minuteMs = 60_000

/** Attempts that succeed use up none of the first three. */
const rates: RateRules = new Map([
  // One client that tries many names and passwords from one network.
  ['network', { count: 10, perMs: 15 * minuteMs }],
  // Many clients that try passwords of one name. A single network cannot lock the owner out: it may try less often than this.
  ['user', { count: 15, perMs: 15 * minuteMs }],
  // A user on a network with an earlier login, in place of the two above: attempts from elsewhere do not affect this one.
  ['known user', { count: 10, perMs: 10 * minuteMs }],
  // Charged by a successful login: while it is used up, the user is known on that network.
  ['login', { count: 1, perMs: 30 * 24 * 60 * minuteMs }],
])

/** Makes rate limits hold for all replicas together; `kind` names them in messages. */
export type ShareLimits = (limits: RateLimits, kind: string) => RateLimits

/** Creates the throttle. An attempt counts as failed until its outcome is reported. `monotonicMs` is a monotonic clock in milliseconds. */
export function createLoginThrottle(monotonicMs: () => number, share?: ShareLimits) {
  const ownLimits = createRateLimits(rates, monotonicMs)
  const limits = share?.(ownLimits, 'logins') ?? ownLimits
  const networkOf = createNetworkNamer()
  const waitMs = (charge: RateLimitCharge): number => limits.consumeMany(charge, 0)?.waitMs ?? 0
  /**
   * Begins an attempt by the client at this address to log in as this user.
   * @throws RequestError 429 with `Retry-After` if the client has to wait first.
   */
  return (address: string, username: string) => {
    const network = networkOf(address)
    const client = `${network} ${username}`
    const login = { client, names: ['login'] }
    const charges =
      waitMs(login) > 0
        ? [{ client, names: ['known user'] }]
        : [
            { client: network, names: ['network'] },
            { client: username, names: ['user'] },
          ]
    const remainingMs = Math.max(...charges.map(waitMs))
    const seconds = Math.ceil(remainingMs / 1_000)
    if (seconds > 0)
      throw new RequestError(429, `login: too many attempts have failed; try again in ${seconds} seconds`, {
        headers: { 'retry-after': String(seconds) },
      })
    const add = (times: number): void => {
      for (const charge of charges) limits.consumeMany(charge, times)
    }
    // Counted before the password is tested, so that many cannot be tried at once.
    add(1)
    return {
      /** No password was tested. */
      cancel: () => add(-1),
      succeeded(): void {
        add(-1)
        limits.consumeMany(login, 1)
      },
    }
  }
}
