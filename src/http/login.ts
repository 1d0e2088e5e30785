// Login: verifies the password within the throttle's limits and issues a token.
import type { LoginRequest } from '../contract/auth.ts'
import type { Logger } from '../log.ts'
import { RequestError } from './errors.ts'
import { createLoggedOut, type LoggedOut, type LoginRecords, logoutsName, openLoggedOut } from './logged-out.ts'
import { openLoginSecret } from './login-secret.ts'
import { createLoginThrottle, type LoginNews } from './login-throttle.ts'
import { createPasswordTest, type Users } from './passwords.ts'
import { createTokens, type Issued, type Tokens } from './tokens.ts'

export interface Login {
  readonly tokens: Tokens
  /**
   * Issues a token for a correct password.
   * @throws (rejects) RequestError 401 for a wrong name or password, 429 if this client has to wait before another attempt, 503 if too many
   * log in at once; the latter two with `Retry-After`, without testing the password.
   */
  enter(asked: LoginRequest, address: string): Promise<Issued>
}

interface LoginParts {
  readonly users: Users
  /** The configured secret, if any. */
  readonly givenSecret?: string | undefined
  readonly expiryMs: number
  readonly records: LoginRecords
  readonly log: Pick<Logger, 'warn'>
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
  readonly newId: () => string
  /** Generates 32 random bytes or more, in base64url. */
  readonly newSecret: () => string
  /** Channel to other replicas, if there are any. */
  readonly loginNews?: LoginNews | undefined
}

/** Creates the login, with the stored secret and revoked tokens. */
export async function openLogin(parts: LoginParts): Promise<Login> {
  const { users, monotonicMs } = parts
  const tokens = await openTokens(parts)
  const throttle = createLoginThrottle(monotonicMs, parts.loginNews)
  const isPassword = createPasswordTest(users)
  return {
    tokens,
    async enter({ username, password }, address) {
      const attempt = throttle.begin(address, username)
      let isRight: boolean
      try {
        isRight = await isPassword(username, password)
      } catch (error) {
        attempt.takeBack()
        throw error
      }
      if (!isRight) {
        throw new RequestError(401, 'login: the username or the password is wrong', {
          headers: { 'www-authenticate': 'Bearer' },
        })
      }
      attempt.succeeded()
      return tokens.issue(username)
    },
  }
}

/** Opens the token store. While it cannot be read, no earlier token is valid; the tokens issued meanwhile end once it can. */
async function openTokens(parts: LoginParts): Promise<Tokens> {
  const { records, epochMs, log, newSecret } = parts
  const open = async () => createTokens({ ...parts, ...(await openKept(parts)) })
  try {
    return await open()
  } catch (error) {
    // Revoked tokens must not become valid again because the list of them cannot be read.
    log.warn({ err: error }, 'stored login data cannot be read: until it can, every start logs everybody out')
  }
  // This secret ends with the process, and with it every token that it signed.
  const loggedOut = createLoggedOut({ write: async () => 'written' }, epochMs)
  let tokens = createTokens({ ...parts, secret: newSecret(), loggedOut })
  let isTried = false
  async function tryAgain(): Promise<void> {
    if (isTried) return
    isTried = true
    try {
      tokens = await open()
    } catch {
      // The store logs read errors, and reports the next change.
      isTried = false
    }
  }
  records.onChangedElsewhere(logoutsName, () => void tryAgain())
  return {
    issue: (username) => tokens.issue(username),
    known: (token) => tokens.known(token),
    verify: (token) => tokens.verify(token),
    revoke: (token) => tokens.revoke(token),
  }
}

/** Rejects if the stored data cannot be read. */
async function openKept(parts: LoginParts): Promise<{ readonly secret: string; readonly loggedOut: LoggedOut }> {
  const loggedOut = await openLoggedOut(parts.records, parts.epochMs)
  return { loggedOut, secret: parts.givenSecret ?? (await openLoginSecret(parts)) }
}
