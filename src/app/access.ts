// Opens access control by the settings: keys, logins, trusted proxies, rate limits.
import { randomBytes, randomUUID } from 'node:crypto'
import { createKeyVerifier } from '../http/auth/api-keys.ts'
import { type Login, openLogin } from '../http/auth/login.ts'
import type { Access } from './app-options.ts'
import type { Platform } from './platform.ts'
import type { Runtime } from './runtime.ts'
import type { Settings } from './settings.ts'

const hourMs = 3_600_000

export async function openAccess(settings: Settings, runtime: Runtime, platform: Platform): Promise<Access> {
  const { config, keys, proxies, rates } = settings
  const login = await openConfiguredLogin(settings, runtime, platform)
  const rules = {
    adminToken: config.ADMIN_TOKEN,
    areReportsPublic: config.REPORTS === 'open',
    proxies,
    keys: keys.length > 0 ? createKeyVerifier(keys) : undefined,
    logins: login?.tokens,
  }
  const { allowList, replicas } = platform
  return { rules, rates, allowList, login, shareLimits: replicas?.coordination.shareLimits }
}

async function openConfiguredLogin(
  settings: Settings,
  { log, epochMs, monotonicMs }: Runtime,
  { records, replicas }: Platform,
): Promise<Login | undefined> {
  if (!settings.login) return undefined
  return await openLogin({
    users: settings.login.users,
    configuredSecret: settings.login.givenSecret,
    expiryMs: settings.config.AUTH_TOKEN_EXPIRY * hourMs,
    newId: randomUUID,
    newSecret: () => randomBytes(32).toString('base64url'),
    records,
    log,
    shareLimits: replicas?.coordination.shareLimits,
    epochMs,
    monotonicMs,
  })
}
