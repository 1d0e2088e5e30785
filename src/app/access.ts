// Creates access control by the settings: keys, logins, trusted proxies, rate limits.
import { randomBytes, randomUUID } from 'node:crypto'
import type { AccessSettings } from '../http/access/access-control.ts'
import { createKeyVerifier } from '../http/auth/api-keys.ts'
import { type Login, openLogin } from '../http/auth/login.ts'
import type { ShareLimits } from '../http/auth/login-throttle.ts'
import type { LoginRecords } from '../http/auth/revoked-tokens.ts'
import type { Logger } from '../observability/log.ts'
import type { Clock } from './app-options.ts'
import type { Settings } from './settings.ts'

interface CreateAccessOptions extends Clock {
  readonly records: LoginRecords
  readonly log: Pick<Logger, 'warn'>
  /** Where there are other replicas. */
  readonly shareLimits: ShareLimits | undefined
}

export interface OpenAccess extends Pick<Settings, 'rates'> {
  readonly rules: AccessSettings
  readonly login: Login | undefined
}

const hourMs = 3_600_000

export async function createAccess(settings: Settings, options: CreateAccessOptions): Promise<OpenAccess> {
  const { config, proxies, rates } = settings
  const login = await openConfiguredLogin(settings, options)
  const keys = settings.keys.length > 0 ? settings.keys : undefined
  const rules: AccessSettings = {
    adminToken: config.ADMIN_TOKEN,
    areReportsPublic: config.REPORTS === 'open',
    proxies,
    keys: keys && createKeyVerifier(keys),
    logins: login?.tokens,
  }
  return { rates, login, rules }
}

/** Undefined where logins are off. */
async function openConfiguredLogin(settings: Settings, options: CreateAccessOptions): Promise<Login | undefined> {
  if (!settings.login) return undefined
  const { users, givenSecret: configuredSecret } = settings.login
  const { records, log, shareLimits, epochMs, monotonicMs } = options
  return await openLogin({
    users,
    configuredSecret,
    expiryMs: settings.config.AUTH_TOKEN_EXPIRY * hourMs,
    newId: randomUUID,
    newSecret: () => randomBytes(32).toString('base64url'),
    records,
    log,
    shareLimits,
    epochMs,
    monotonicMs,
  })
}
