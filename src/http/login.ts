// Logging in: the password is tested, within what the throttle allows, and a token is given.
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
   * A token for who has the right password.
   * @throws (rejects) RequestError 401 for a wrong name or password, 429 when this client has to wait before another attempt, 503 when too
   * many log in at once; both with `Retry-After`, and nothing tested.
   */
  enter(asked: LoginRequest, address: string): Promise<Issued>
}

interface LoginParts {
  readonly users: Users
  /** The operator's secret, if he gave one. */
  readonly givenSecret?: string | undefined
  readonly expiryMs: number
  readonly records: LoginRecords
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly time: () => number
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  readonly newId: () => string
  /** Makes 32 bytes of chance or more, in base64url. */
  readonly newSecret: () => string
  /** Where there are other replicas. */
  readonly loginNews?: LoginNews | undefined
}

/** Makes the login, with what an earlier process kept of it. */
export async function openLogin(parts: LoginParts): Promise<Login> {
  const { users, now } = parts
  const tokens = await openTokens(parts)
  const throttle = createLoginThrottle(now, parts.loginNews)
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

/** Tokens by what is kept. Where that cannot be read no token from before counts, and none from now on once it can. */
async function openTokens(parts: LoginParts): Promise<Tokens> {
  const { records, time, log, newSecret } = parts
  const open = async () => createTokens({ ...parts, ...(await openKept(parts)) })
  try {
    return await open()
  } catch (error) {
    // Who was logged out must not come in again because nobody can read that he was.
    log.warn({ err: error }, 'what is kept of logins cannot be read: until it can, each start logs all out')
  }
  // It ends with this process, and with it every token that it signs.
  const loggedOut = createLoggedOut({ write: async () => 'written' }, time)
  let tokens = createTokens({ ...parts, secret: newSecret(), loggedOut })
  let isTried = false
  async function tryAgain(): Promise<void> {
    if (isTried) return
    isTried = true
    try {
      tokens = await open()
    } catch {
      // Whoever cannot be read says so; it is said again that there may be something to read.
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

/** Rejects when it cannot be read. */
async function openKept(parts: LoginParts): Promise<{ readonly secret: string; readonly loggedOut: LoggedOut }> {
  const loggedOut = await openLoggedOut(parts.records, parts.time)
  return { loggedOut, secret: parts.givenSecret ?? (await openLoginSecret(parts)) }
}
